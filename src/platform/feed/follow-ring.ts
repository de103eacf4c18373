import type { Clock } from '../../values/clock.ts';
import type { EventRing } from './event-ring.ts';
import { compareCursors } from './feed-position.ts';
import type { FeedItem, FeedNotice, FollowOptions, Mark, SeenEvent, StreamCursor } from './live-feed.ts';

export type FollowRingOptions = Pick<FollowOptions, 'matches' | 'signal' | 'restMs' | 'endsNow'> & {
  readonly ring: EventRing;
  readonly clock: Clock;
  /** The name of the node whose ring (buffer of events) is read. */
  readonly node: string;
  readonly from: number;
  /**
   * The position of the follower (subscriber) in the shared stream. If the follower was connected to another node before, its position can
   * be later than the one up to which this node has read.
   */
  readonly stream: StreamCursor;
  /** For each node to which the follower (subscriber) was connected before, the index up to which it has seen that node's events. */
  readonly seen: readonly Mark[];
  /**
   * Start time of the follower (subscriber), UTC ms. Gaps of missing events that ended before this time are not reported to the follower.
   */
  readonly startedAtMs: number;
};

/**
 * Maximum number of events that are skipped because they do not match a follower's filter. After that, the follower receives its current
 * position. Otherwise the last position that the follower knows could become so old that the ring (the node's buffer of events) no longer
 * contains it.
 */
const UNMATCHED_PER_POSITION = 1_000;
const MOST_PER_BATCH = 200;

/**
 * Yields the events of the ring buffer from a start index on, and then further events as they arrive. A follower that is so slow that
 * events were overwritten receives a notice with the number of missed events.
 */
export async function* followRing(options: FollowRingOptions): AsyncGenerator<readonly FeedItem[]> {
  const { ring, clock, node, signal, matches, startedAtMs, restMs = 0, endsNow = false } = options;
  const end = endsNow ? ring.head() : Number.POSITIVE_INFINITY;
  let index = options.from;
  let seen = options.seen;
  let stream = options.stream;
  /** Whether this node has read the events of other nodes in the shared stream beyond the follower's position. */
  let isAhead = false;
  let unmatched = 0;
  const position = () => ({ stream, ring: { node, index }, seen });
  const upToHere = (): FeedItem => {
    return { position: position(), node, seq: index - 1, event: { kind: 'feed-position', atMs: clock.now() } };
  };
  /**
   * Returns the next item for the follower: an event, or a notice about events that it missed. Returns null when the follower's filter does
   * not select the next event.
   */
  const next = (): FeedItem | null => {
    const slot = ring.at(index);
    if (slot === undefined) {
      const missed = ring.oldest() - index;
      index = ring.oldest();
      const atMs = clock.now();
      return { position: null, node, seq: index - 1, event: { kind: 'feed-gap', atMs, reason: 'too-slow', missed, upToMs: atMs } };
    }
    index += 1;
    const mark = seen.length === 0 ? undefined : seen.find((each) => each.node === slot.node);
    isAhead ||= slot.node !== node && compareCursors(slot.stream, stream) > 0;
    const isNew = (isAhead || slot.node === node) && (mark === undefined || slot.seq >= mark.index);
    if (isAhead) stream = slot.stream;
    // The shared stream contains the events of each node in order. So after the first new event of a node, all its further events are new,
    // too, and its mark (the index up to which the follower has seen the events of that node) is no longer needed.
    if (mark !== undefined && isNew) seen = seen.filter((each) => each !== mark);
    unmatched += 1;
    if (isNew && concerns(slot.event, matches, startedAtMs)) {
      unmatched = 0;
      return { position: position(), node: slot.node, seq: slot.seq, event: slot.event };
    }
    if (unmatched < UNMATCHED_PER_POSITION) return null;
    unmatched = 0;
    return upToHere();
  };
  let batch = [upToHere()];
  while (!signal.aborted) {
    while (index < Math.min(ring.head(), end) && batch.length < MOST_PER_BATCH) {
      const item = next();
      if (item !== null) batch.push(item);
    }
    if (batch.length > 0) {
      yield batch;
      batch = [];
      continue;
    }
    if (index >= end) {
      yield [upToHere()];
      return;
    }
    const rested = restMs === 0 ? undefined : Bun.sleep(restMs);
    await ring.changed(signal);
    if (!signal.aborted) await rested;
  }
}

/** Whether an event or notice is relevant to a follower that started at `startedAtMs`. */
export function concerns(event: SeenEvent | FeedNotice, matches: (event: SeenEvent) => boolean, startedAtMs: number): boolean {
  if (!isNotice(event)) return matches(event);
  return event.kind !== 'feed-gap' || event.upToMs > startedAtMs;
}

export function isNotice(event: SeenEvent | FeedNotice): event is FeedNotice {
  return event.kind.startsWith('feed-');
}
