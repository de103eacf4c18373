import type { IndexKeys } from '../../values/index-keys.ts';
import type { ActorId, ActorRecord, Cause, RecordedError, StateValue } from '../record/record.ts';

/**
 * The actor that an event concerns, and the values by which subscribers filter. Values are null when they are unknown, for example before
 * an actor is loaded.
 */
type About = { readonly id: ActorId; readonly indexKeys: IndexKeys | null };

/** A live event of the runtime for subscribers. Live events are not durable; the history of an actor is. */
export type FeedEvent = { readonly atMs: number } & (
  | (About & {
      readonly kind: 'committed';
      readonly revision: number;
      readonly event: string;
      /** The event's id, which is the same for every retry. The id of a tick is `tick-<the tick's time>`. */
      readonly eventId: string;
      readonly from: StateValue | null;
      readonly to: StateValue;
      readonly cause: Cause;
      readonly effects: readonly string[];
      /** Milliseconds from the computation of the step until the store had confirmed it. */
      readonly ms: number;
    })
  | (About & { readonly kind: 'not-accepted'; readonly event: string; readonly state: StateValue; readonly cause: Cause })
  | (About & { readonly kind: 'step-failed'; readonly event: string; readonly error: RecordedError })
  | (About & { readonly kind: 'conflict'; readonly tries: number })
  | (About & { readonly kind: 'effect-started'; readonly key: string; readonly name: string; readonly attempt: number })
  | (About & {
      readonly kind: 'effect-ended';
      readonly key: string;
      readonly name: string;
      readonly outcome: 'settled' | 'failed' | 'retry' | 'indeterminate' | 'quarantined';
      readonly ms: number;
      readonly error: RecordedError | null;
    })
  | (About & { readonly kind: 'quarantined'; readonly error: RecordedError })
  | { readonly kind: 'facts-failed'; readonly type: string; readonly keys: number; readonly error: RecordedError }
  | { readonly kind: 'topics-failed'; readonly type: string; readonly topics: number; readonly error: RecordedError }
  | { readonly kind: 'tick'; readonly report: TickReport }
  | { readonly kind: 'store-error'; readonly doing: string; readonly error: RecordedError }
);

/** The counts of one tick. */
export type TickReport = {
  /** The scheduled time of the tick, UTC ms. */
  readonly tickAtMs: number;
  readonly tookMs: number;
  readonly due: number;
  /**
   * Number of actors that were processed because one of their triggers (conditions on a watched value) is fulfilled, in addition to those
   * that were due.
   */
  readonly triggered: number;
  readonly stepped: number;
  readonly committed: number;
  readonly failed: number;
  readonly effectsWoken: number;
  readonly factsFetched: number;
  /**
   * Number of ticks that were skipped between the previous tick and this one (because the process was down or suspended, or a tick took too
   * long).
   */
  readonly missed: number;
};

export function about(id: ActorId, record: Pick<ActorRecord, 'keys'> | null | undefined): About {
  return { id, indexKeys: record?.keys ?? null };
}

export type FeedListener = (event: FeedEvent) => void;

export type Feed = {
  readonly subscribe: (listener: FeedListener) => () => void;
  /**
   * Publishes an event. `make` creates the event. It is called only when there are subscribers, so that publishing costs nothing without
   * them.
   */
  readonly publish: (make: () => FeedEvent) => void;
};

/** Creates the feed. A listener that throws is removed and reported to `onListenerError`, so that it cannot harm the actors. */
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
