import type { Clock } from '../../../values/clock.ts';
import type { RedisConnection } from '../../cache/redis/redis-connection.ts';
import type { Log } from '../../log/log.ts';
import { createRepeats } from '../../log/repeats.ts';
import { createEventRing } from '../event-ring.ts';
import { laterCursor, seenAt } from '../feed-position.ts';
import { followRing } from '../follow-ring.ts';
import type { FeedItem, FollowOptions, LiveFeed } from '../live-feed.ts';
import { encodeBatch } from './event-batch.ts';
import { createFeedStream, WANTED_FOR_MS } from './feed-stream.ts';
import { createIncoming } from './incoming.ts';
import { createOutgoing } from './outgoing.ts';
import { replay } from './replay.ts';
import { createRounds } from './rounds.ts';

export type RedisFeedOptions = {
  readonly connection: RedisConnection;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Prefix of every key; nodes that share a feed must use the same prefix. */
  readonly prefix?: string;
  /** The maximum number of events kept for subscribers that reconnect, including events received from other nodes. */
  readonly capacity?: number;
};

/**
 * Interval in ms at which nodes exchange events while there are followers. Events of other nodes are delayed by at most about this time.
 * One message to Redis carries all events of an exchange.
 */
const ROUND_MS = 100;
/**
 * Interval in ms at which a node without followers (subscribers) checks whether any other node has followers. When another node
 * has followers, this node sends the events since its last check, which are in its ring (its buffer of events), to the shared stream.
 */
const IDLE_ROUND_MS = 1_000;
/**
 * Milliseconds after which a node with followers renews its request for events. A Redis server that has lost the request thus receives it
 * again.
 */
const HOLD_EVERY_MS = 5_000;
/** The maximum difference between the clocks of nodes, in ms (docs/runtime.md). */
const CLOCKS_DIFFER_MS = 2_000;

/**
 * Creates the feed of many nodes over a capped stream in Redis. Each node delivers its own events from its own ring (a buffer in memory)
 * immediately, and other nodes' events as they arrive. The stream is written and read only while some node has followers (subscribers).
 * While Redis is unavailable, only the other nodes' events are missing. Followers are informed by the notices `feed-degraded` and
 * `feed-restored`, and by a gap notice where events may be missing.
 */
export function createRedisFeed(options: RedisFeedOptions): LiveFeed {
  const { connection, nodeId, clock, log, prefix = 'coxswain:feed:', capacity = 10_000 } = options;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const ring = createEventRing(capacity);
  const stream = createFeedStream({ connection, prefix, node: nodeId });
  const outgoing = createOutgoing(ring, nodeId);
  const incoming = createIncoming({ ring, node: nodeId, clock });
  let followers = 0;
  /** Time (UTC ms) since which this node has had followers (subscribers) without a long pause; null when the node has no followers. */
  let followedSinceMs: number | null = null;
  let lastLeftAtMs = 0;
  let heldAtMs: number | null = null;
  /** The earliest time (UTC ms) since which any node requests the events of the other nodes; null when no node requests events. */
  let wantedSinceMs: number | null = null;
  let wasWanted = false;
  let isConnected = true;

  async function round(): Promise<void> {
    if (!connection.isUp()) return lost();
    if (followedSinceMs !== null && followers === 0 && clock.now() - lastLeftAtMs > WANTED_FOR_MS) {
      followedSinceMs = null;
      incoming.end();
    }
    if (followedSinceMs !== null && incoming.readAfter() === null) {
      // Reading always starts after an existing entry of the stream. So an empty entry is appended to the stream, and reading starts after
      // that entry.
      const entry = await stream.append(encodeBatch([]));
      if (entry === null) return lost();
      incoming.begin(entry, !isConnected);
    }
    const isHoldDue = followedSinceMs !== null && (!isConnected || heldAtMs === null || clock.now() - heldAtMs >= HOLD_EVERY_MS);
    const gapReason = isConnected ? 'too-many' : 'redis-away';
    const taken =
      wantedSinceMs === null
        ? null
        : outgoing.take({
            notBeforeMs: wasWanted ? 0 : wantedSinceMs - CLOCKS_DIFFER_MS,
            reason: wasWanted ? gapReason : 'nobody-followed',
          });
    const answer = await stream.exchange({
      outgoing: taken?.batches ?? [],
      readAfter: incoming.readAfter(),
      holdSinceMs: isHoldDue ? followedSinceMs : null,
    });
    if (answer === null) return lost();
    if (isHoldDue) heldAtMs = clock.now();
    if (taken !== null) {
      taken.sent();
      wasWanted = true;
    }
    incoming.take(answer, isConnected ? 'too-slow' : 'redis-away');
    if (!isConnected) incoming.notice({ kind: 'feed-restored', atMs: clock.now() });
    isConnected = true;
    wantedSinceMs = answer.wantedSinceMs;
    if (wantedSinceMs === null) wasWanted = false;
  }

  function lost(): void {
    if (isConnected) incoming.notice({ kind: 'feed-degraded', atMs: clock.now(), reason: 'redis-away' });
    isConnected = false;
  }

  const rounds = createRounds({
    round,
    pauseMs: () => (wantedSinceMs === null && followedSinceMs === null ? IDLE_ROUND_MS : ROUND_MS),
    onError: (error) => void repeats.error('round', 'Reading or writing the shared live feed failed', { error }),
  });
  connection.onUp(() => void rounds.now());
  void rounds.now();

  async function* follow({ after, ...how }: FollowOptions): AsyncGenerator<readonly FeedItem[]> {
    const startedAtMs = clock.now();
    followers += 1;
    followedSinceMs ??= startedAtMs;
    try {
      if (incoming.readAfter() === null) await rounds.now();
      const here = { ...how, ring, clock, node: nodeId, startedAtMs: after === undefined ? startedAtMs : 0 };
      if (after === undefined) yield* followRing({ ...here, from: ring.head(), stream: incoming.cursor(), seen: [] });
      else if (after.ring?.node === nodeId && after.ring.index <= ring.head()) {
        yield* followRing({ ...here, from: after.ring.index, stream: after.stream, seen: after.seen });
      } else {
        // The indexes in the ring and the position in the stream are read between two exchanges with other nodes. During an exchange, it is
        // not certain which of this node's events have been sent.
        const { from, upTo, unsentFrom } = await rounds.between(() => {
          return { from: ring.head(), upTo: incoming.cursor(), unsentFrom: outgoing.unsentFrom() };
        });
        yield* replay({ ...how, stream, ring, clock, node: nodeId, after, ringFrom: from, upTo, unsentFrom });
        yield* followRing({
          ...here,
          from,
          stream: laterCursor(after.stream, upTo),
          seen: seenAt(after).filter((mark) => mark.node !== nodeId),
        });
      }
    } finally {
      followers -= 1;
      lastLeftAtMs = clock.now();
    }
  }

  return {
    publish(event) {
      outgoing.count();
      ring.append({ node: nodeId, seq: ring.head(), event, stream: incoming.cursor() });
    },
    follow,
    stats: () => ({ isConnected: isConnected && connection.isUp(), followers, ...outgoing.stats(), received: incoming.received() }),
    close: () => rounds.close(),
  };
}
