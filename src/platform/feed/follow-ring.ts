import type { Clock } from '../../values/clock.ts';
import type { EventRing } from './event-ring.ts';
import type { FeedItem, FeedNotice, FollowOptions, SeenEvent, StreamCursor } from './live-feed.ts';

export type FollowRingOptions = Pick<FollowOptions, 'matches' | 'signal'> & {
  readonly ring: EventRing;
  readonly clock: Clock;
  /** The node whose ring it is. */
  readonly node: string;
  readonly from: number;
  /** How far the shared stream has been read there. */
  readonly stream: StreamCursor;
  /** Gaps that ended before this are none of the follower's. */
  readonly startedAtMs: number;
};

/** A follower that asked for little is told its position after this many events of others' interest, or what it asks for next would be gone. */
const UNMATCHED_PER_POSITION = 1_000;

/** Everything in the ring from an index on, as it comes. One that is too slow for the ring is told how many it has missed. */
export async function* followRing(options: FollowRingOptions): AsyncGenerator<FeedItem> {
  const { ring, clock, node, signal, matches, startedAtMs } = options;
  let index = options.from;
  let unmatched = 0;
  const positionAt = (stream: StreamCursor): FeedItem => ({
    position: { node, index, stream },
    node,
    seq: index - 1,
    event: { kind: 'feed-position', atMs: clock.now() },
  });
  yield positionAt(options.stream);
  while (!signal.aborted) {
    const slot = ring.at(index);
    if (slot === undefined && index >= ring.head()) {
      await ring.changed(signal);
      continue;
    }
    if (slot === undefined) {
      const missed = ring.oldest() - index;
      index = ring.oldest();
      const atMs = clock.now();
      yield { position: null, node, seq: index - 1, event: { kind: 'feed-gap', atMs, reason: 'too-slow', missed, upToMs: atMs } };
      continue;
    }
    index += 1;
    unmatched += 1;
    if (concerns(slot.event, matches, startedAtMs)) {
      unmatched = 0;
      yield { position: { node, index, stream: slot.stream }, node: slot.node, seq: slot.seq, event: slot.event };
    } else if (unmatched === UNMATCHED_PER_POSITION) {
      unmatched = 0;
      yield positionAt(slot.stream);
    }
  }
}

/** Whether a follower since that time is given it. */
export function concerns(event: SeenEvent | FeedNotice, matches: (event: SeenEvent) => boolean, startedAtMs: number): boolean {
  if (!isNotice(event)) return matches(event);
  return event.kind !== 'feed-gap' || event.upToMs > startedAtMs;
}

export function isNotice(event: SeenEvent | FeedNotice): event is FeedNotice {
  return event.kind.startsWith('feed-');
}
