import { createOutstanding } from '../engine/outstanding.ts';

/** Limits how many effects this node runs at once, and tracks which ones it runs. */
export type EffectCapacity = {
  /** Returns how many more effects this node may start now. */
  readonly room: () => number;
  /** Reserves capacity for effects whose lease is not committed yet; a negative number releases it. */
  readonly reserve: (effects: number) => void;
  readonly begin: (key: string) => void;
  readonly end: (key: string) => void;
  /**
   * Prevents an effect from being started until `release`, for example while its actor is being quarantined because this program does not
   * recognize the effect.
   */
  readonly hold: (key: string) => void;
  readonly release: (key: string) => void;
  /**
   * Whether an effect is running or held on this node. Even when its lease expires (a clock jump, an unavailable store), this node does not
   * start it a second time.
   */
  readonly has: (key: string) => boolean;
  readonly running: () => number;
  /** Sets the capacity to zero for good. */
  readonly close: () => void;
  /** Resolves when no effect is running. */
  readonly idle: () => Promise<void>;
};

/** @param limit the maximum number of effects that run on this node at once */
export function createEffectCapacity(limit: number): EffectCapacity {
  const inHand = new Set<string>();
  const running = createOutstanding();
  let reserved = 0;
  let isClosed = false;
  return {
    room: () => (isClosed ? 0 : Math.max(0, limit - running.count() - reserved)),
    reserve(effects) {
      reserved += effects;
    },
    begin(key) {
      running.enter();
      inHand.add(key);
    },
    end(key) {
      inHand.delete(key);
      running.leave();
    },
    hold: (key) => void inHand.add(key),
    release: (key) => void inHand.delete(key),
    has: (key) => inHand.has(key),
    running: running.count,
    close() {
      isClosed = true;
    },
    idle: running.idle,
  };
}
