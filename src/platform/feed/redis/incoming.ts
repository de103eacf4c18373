import type { Clock } from '../../../values/clock.ts';
import type { EventRing } from '../event-ring.ts';
import { STREAM_START } from '../feed-position.ts';
import type { FeedNotice, StreamCursor } from '../live-feed.ts';
import { decodeBatch } from './event-batch.ts';
import type { ExchangeAnswer, StreamEntry } from './feed-stream.ts';
import type { GapReason } from './outgoing.ts';

/** Appends events of other nodes to this node's ring buffer of live events, each event only once. */
export type Incoming = {
  /** Position up to which this node has read the event stream that all nodes share. */
  cursor(): StreamCursor;
  /** The stream entry after which reading continues; null while the stream is not read. */
  readAfter(): string | null;
  /**
   * Starts reading the stream after an entry. `wasAway` is true when reading should have started earlier but Redis was unavailable, so that
   * events may be missing.
   */
  begin(entry: string, wasAway: boolean): void;
  end(): void;
  take(answer: ExchangeAnswer, gapReason: GapReason): void;
  notice(event: FeedNotice): void;
  received(): number;
};

/** An index higher than the number of events in any stream entry. It stands for "the whole entry". */
const WHOLE_ENTRY = 999_999_999;

export function createIncoming({ ring, node, clock }: { ring: EventRing; node: string; clock: Clock }): Incoming {
  const seen = createSeen();
  let cursor = STREAM_START;
  let readAfter: string | null = null;
  let hasEnded = false;
  let received = 0;

  const notice = (event: FeedNotice): void => ring.append({ node, seq: ring.head(), event, stream: cursor });
  const gap = (reason: GapReason): void => notice({ kind: 'feed-gap', atMs: clock.now(), reason, missed: null, upToMs: clock.now() });

  function takeEntry({ id, node: from, text }: StreamEntry): void {
    // A batch that this node itself has written is skipped, because its events are already in this node's ring.
    const batch = from === node ? [] : decodeBatch(text);
    if (batch === null) gap('unreadable');
    batch?.forEach(([seq, event], at) => {
      if (!seen.isNew(from, seq)) return;
      received += 1;
      ring.append({ node: from, seq, event, stream: { entry: id, at } });
    });
    cursor = { entry: id, at: WHOLE_ENTRY };
    readAfter = id;
  }

  return {
    cursor: () => cursor,
    readAfter: () => readAfter,
    begin(entry, wasAway) {
      // Events that other nodes published between the end of the previous reading and the start of this reading are missing in this node's
      // ring. So the followers are told that there is a gap.
      if (hasEnded || wasAway) gap(wasAway ? 'redis-away' : 'nobody-followed');
      cursor = { entry, at: WHOLE_ENTRY };
      readAfter = entry;
    },
    end() {
      hasEnded = readAfter !== null;
      readAfter = null;
    },
    take({ isContinuous, entries }, gapReason) {
      if (readAfter === null) return;
      if (!isContinuous) {
        gap(gapReason);
        // If the stream lacks the expected entry, it may be a new stream with smaller ids (on a Redis server whose clock is behind). Such a
        // stream is read from its start.
        if (entries.length === 0) {
          cursor = STREAM_START;
          readAfter = cursor.entry;
        }
      }
      for (const entry of entries) takeEntry(entry);
    },
    notice,
    received: () => received,
  };
}

export type Seen = {
  /** Whether an event has not been received yet: no event with this or a higher sequence number was received from its node. */
  isNew(node: string, seq: number): boolean;
};

/**
 * Maximum number of nodes whose event numbers are tracked. A restarted node has a new name, so the oldest names soon belong to processes
 * that have ended.
 */
const MOST_NODES = 1_000;

/** Tracks the event numbers already seen. A batch whose reply was lost is sent again, so the stream may contain events twice. */
export function createSeen(first: ReadonlyMap<string, number> = new Map()): Seen {
  const highest = new Map(first);
  return {
    isNew(node, seq) {
      if (seq <= (highest.get(node) ?? -1)) return false;
      highest.delete(node);
      highest.set(node, seq);
      for (const name of highest.keys()) {
        if (highest.size <= MOST_NODES) break;
        highest.delete(name);
      }
      return true;
    },
  };
}
