import type { Clock } from '../../../values/clock.ts';
import { createEventRing } from '../event-ring.ts';
import { STREAM_START } from '../feed-position.ts';
import { followRing } from '../follow-ring.ts';
import type { FeedItem, FollowOptions, LiveFeed } from '../live-feed.ts';

export type LocalFeedOptions = {
  readonly nodeId: string;
  readonly clock: Clock;
  /** Maximum number of events that are kept for subscribers that reconnect. */
  readonly capacity?: number;
};

/** Creates the feed of a single node. It keeps the latest events in a ring buffer in memory. */
export function createLocalFeed({ nodeId, clock, capacity = 10_000 }: LocalFeedOptions): LiveFeed {
  const ring = createEventRing(capacity);
  let own = 0;
  let followers = 0;

  async function* follow({ after, ...how }: FollowOptions): AsyncGenerator<readonly FeedItem[]> {
    const startedAtMs = clock.now();
    let from = ring.head();
    followers += 1;
    try {
      if (after?.ring?.node === nodeId && after.ring.index <= from) from = after.ring.index;
      else if (after !== undefined) {
        // The position comes from an earlier run of the process, so all events in memory are later than the position.
        const gap = { kind: 'feed-gap', atMs: startedAtMs, reason: 'unknown-position', missed: null, upToMs: startedAtMs } as const;
        yield [{ position: null, node: nodeId, seq: -1, event: gap }];
        from = ring.oldest();
      }
      const since = after === undefined ? startedAtMs : 0;
      yield* followRing({ ...how, ring, clock, node: nodeId, from, stream: STREAM_START, seen: [], startedAtMs: since });
    } finally {
      followers -= 1;
    }
  }

  return {
    publish(event) {
      own += 1;
      ring.append({ node: nodeId, seq: ring.head(), event, stream: STREAM_START });
    },
    follow,
    stats: () => ({ isConnected: null, followers, own, sent: 0, unsent: 0, received: 0 }),
    close: async () => {},
  };
}
