import type { ActorId, Cause, RecordedError, StateValue } from './record.ts';

/** Everything that happens, as it happens, for whoever looks on. Not durable: history is. */
export type FeedEvent = { readonly atMs: number } & (
  | {
      readonly kind: 'committed';
      readonly id: ActorId;
      readonly revision: number;
      readonly event: string;
      readonly from: StateValue | null;
      readonly to: StateValue;
      readonly cause: Cause;
      readonly effects: readonly string[];
    }
  | { readonly kind: 'not-accepted'; readonly id: ActorId; readonly event: string; readonly state: StateValue; readonly cause: Cause }
  | { readonly kind: 'step-failed'; readonly id: ActorId; readonly event: string; readonly error: RecordedError }
  | { readonly kind: 'conflict'; readonly id: ActorId; readonly tries: number }
  | { readonly kind: 'effect-started'; readonly id: ActorId; readonly key: string; readonly name: string; readonly attempt: number }
  | {
      readonly kind: 'effect-ended';
      readonly id: ActorId;
      readonly key: string;
      readonly name: string;
      readonly outcome: 'settled' | 'failed' | 'retry' | 'indeterminate' | 'quarantined';
      readonly ms: number;
      readonly error: RecordedError | null;
    }
  | { readonly kind: 'quarantined'; readonly id: ActorId; readonly error: RecordedError }
  | { readonly kind: 'facts-failed'; readonly type: string; readonly keys: number; readonly error: RecordedError }
  | { readonly kind: 'tick'; readonly report: TickReport }
  | { readonly kind: 'store-error'; readonly doing: string; readonly error: RecordedError }
);

/** What one tick did. */
export type TickReport = {
  /** The tick's own time, UTC ms, on the grid. */
  readonly tickAtMs: number;
  readonly tookMs: number;
  readonly due: number;
  readonly stepped: number;
  readonly committed: number;
  readonly failed: number;
  readonly effectsWoken: number;
  readonly factsFetched: number;
  /** Ticks that did not happen since the last one (the process was down, suspended, or a tick overran). */
  readonly missed: number;
};

export type FeedListener = (event: FeedEvent) => void;

export type Feed = {
  readonly subscribe: (listener: FeedListener) => () => void;
  /** Takes a maker, so that an event nobody looks at costs nothing. */
  readonly publish: (make: () => FeedEvent) => void;
};

/** A listener that throws is dropped from the feed and handed to `onListenerError`: onlookers never harm what they look at. */
export function createFeed(onListenerError: (error: unknown) => void): Feed {
  const listeners = new Set<FeedListener>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(make) {
      if (listeners.size === 0) return;
      const event = make();
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          listeners.delete(listener);
          onListenerError(error);
        }
      }
    },
  };
}
