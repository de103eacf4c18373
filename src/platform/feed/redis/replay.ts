import type { Clock } from '../../../values/clock.ts';
import type { EventRing } from '../event-ring.ts';
import { compareCursors, STREAM_START, seenAt } from '../feed-position.ts';
import { concerns } from '../follow-ring.ts';
import type { FeedItem, FeedNotice, FeedPosition, FollowOptions, StreamCursor } from '../live-feed.ts';
import { decodeBatch } from './event-batch.ts';
import type { FeedStream } from './feed-stream.ts';
import { createSeen } from './incoming.ts';

export type ReplayOptions = Pick<FollowOptions, 'matches' | 'signal'> & {
  readonly stream: FeedStream;
  readonly ring: EventRing;
  readonly clock: Clock;
  readonly node: string;
  /**
   * The position of a follower (subscriber), after which the replay starts. The follower got it from another node, or from another replay.
   */
  readonly after: FeedPosition;
  /**
   * The index from which the caller reads the ring (this node's buffer of events) itself after the replay. The replay delivers neither
   * later events of the ring nor stream entries after `upTo`.
   */
  readonly ringFrom: number;
  readonly upTo: StreamCursor;
  /**
   * The index in the ring (this node's buffer of events) up to which this node had sent its events to other nodes when the ring was read.
   */
  readonly unsentFrom: number;
};

const ENTRIES_PER_PAGE = 100;
const MOST_PER_BATCH = 200;

/**
 * Delivers the events after a position that a follower (subscriber) got from another node, up to the point where this node's ring
 * continues. The stream contains the events of all nodes, except for the latest events of this node, which may still be only in its ring.
 */
export async function* replay(options: ReplayOptions): AsyncGenerator<readonly FeedItem[]> {
  const { stream, ring, node, after, ringFrom, upTo, signal, matches } = options;
  const marks = seenAt(after);
  const seen = createSeen(new Map(marks.map((mark) => [mark.node, mark.index - 1])));
  let ownUpTo = (marks.find((mark) => mark.node === node)?.index ?? 0) - 1;
  let from = after.stream;

  const gap = (reason: Extract<FeedNotice, { kind: 'feed-gap' }>['reason']): FeedItem => {
    const atMs = options.clock.now();
    return { position: null, node, seq: ringFrom - 1, event: { kind: 'feed-gap', atMs, reason, missed: null, upToMs: atMs } };
  };

  // The node of the position, or this node, could not read the stream when it recorded its cursor. So it is unknown where the position is
  // in the stream, and a gap is reported.
  if (from.entry === STREAM_START.entry || upTo.entry === STREAM_START.entry) {
    yield [gap('redis-away')];
    return;
  }
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const entries = await stream.range(from.entry, ENTRIES_PER_PAGE);
    if (entries === null) {
      yield [gap('redis-away')];
      return;
    }
    // The first entry that is read should be the last entry that the follower has seen. If it is another entry, the stream has lost
    // entries, and later ones may be missing too.
    const items = isFirst && entries[0]?.id !== from.entry ? [gap('too-long-ago')] : [];
    for (const { id, node: origin, text } of entries) {
      const batch = decodeBatch(text);
      if (batch === null) items.push(gap('unreadable'));
      const skipUpTo = id === from.entry ? from.at : -1;
      for (const [at, [seq, event]] of (batch ?? []).entries()) {
        if (at <= skipUpTo) continue;
        const isHere = origin === node ? seq < ringFrom : compareCursors({ entry: id, at }, upTo) <= 0;
        if (!isHere || !seen.isNew(origin, seq)) continue;
        if (origin === node) ownUpTo = seq;
        if (concerns(event, matches, 0)) {
          items.push({ position: { stream: { entry: id, at }, ring: null, seen: marks }, node: origin, seq, event });
        }
      }
      from = { entry: id, at: Number.MAX_SAFE_INTEGER };
      // Few entries are read with one command, because one entry may contain thousands of events. With a larger page, hundreds of thousands
      // of events would be sent to the follower at once.
      if (items.length >= MOST_PER_BATCH) yield items.splice(0);
    }
    if (items.length > 0) yield items;
    if (entries.length < ENTRIES_PER_PAGE) break;
  }
  const last = [...unsent()];
  if (last.length > 0) yield last;

  /**
   * Yields this node's unsent events, which are later than all of its events in the stream. They have no positions, since they are not in
   * the stream.
   */
  function* unsent(): Generator<FeedItem> {
    for (let index = Math.max(ownUpTo + 1, options.unsentFrom, ring.oldest()); index < ringFrom; index += 1) {
      const slot = ring.at(index);
      if (slot === undefined || slot.node !== node || !concerns(slot.event, matches, 0)) continue;
      yield { position: null, node, seq: slot.seq, event: slot.event };
    }
  }
}
