import { createOutstanding } from '../engine/outstanding.ts';

/** Limits how many effects this node runs at the same time, and tracks which ones it runs. */
export type EffectCapacity = {
  /** Returns how many more effects this node may start now. */
  readonly room: () => number;
  /** Reserves capacity for effects whose lease is not committed yet; a negative number releases it. */
  readonly reserve: (effects: number) => void;
  readonly begin: (key: string) => void;
  readonly end: (key: string) => void;
  /**
   * Prevents an effect from being started until `release` is called. This is used, for example, while an actor is being quarantined because
   * this program does not know its effect.
   */
  readonly hold: (key: string) => void;
  readonly release: (key: string) => void;
  /**
   * Whether an effect is running on this node, or is prevented from starting by `hold`. This node does not start such an effect a second
   * time, even when its lease expires (because of a clock jump or an unavailable store).
   */
  readonly has: (key: string) => boolean;
  readonly running: () => number;
  /** Prevents all further starts of effects on this node. */
  readonly close: () => void;
  /** Resolves when no effect is running. */
  readonly idle: () => Promise<void>;
};

/** @param limit the maximum number of effects that run on this node at the same time */
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
