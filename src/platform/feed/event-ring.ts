import type { FeedNotice, SeenEvent, StreamCursor } from './live-feed.ts';

export type RingSlot = {
  readonly node: string;
  readonly seq: number;
  readonly event: SeenEvent | FeedNotice;
  /**
   * The position in the stream shared by all nodes up to which this node had read when it added the event to the ring (its buffer of
   * events).
   */
  readonly stream: StreamCursor;
};

/**
 * Keeps the latest events in a ring buffer. Each event has an index, which is its number among all events so far. All followers
 * (subscribers) of a node read the same ring, so none needs a queue of its own.
 */
export type EventRing = {
  append(slot: RingSlot): void;
  /** The index in the ring that the next event will get. */
  head(): number;
  /** The lowest index whose event is still in the ring. When the ring is empty, it is the index of the next event. */
  oldest(): number;
  at(index: number): RingSlot | undefined;
  /** Resolves when an event is added to the ring, or the signal is aborted. */
  changed(signal: AbortSignal): Promise<void>;
};

export function createEventRing(capacity: number): EventRing {
  const slots: RingSlot[] = [];
  let head = 0;
  let wake: (() => void)[] = [];

  return {
    append(slot) {
      slots[head % capacity] = slot;
      head += 1;
      if (wake.length === 0) return;
      const waiting = wake;
      wake = [];
      for (const resolve of waiting) resolve();
    },
    head: () => head,
    oldest: () => Math.max(0, head - capacity),
    at: (index) => (index >= head - capacity && index < head ? slots[index % capacity] : undefined),
    async changed(signal) {
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = () => {
        wake = wake.filter((other) => other !== resolve);
        resolve();
      };
      wake.push(resolve);
      signal.addEventListener('abort', stop, { once: true });
      await promise;
      signal.removeEventListener('abort', stop);
    },
  };
}
