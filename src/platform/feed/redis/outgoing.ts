import type { EventRing } from '../event-ring.ts';
import { isNotice } from '../follow-ring.ts';
import type { FeedNotice, SeenEvent } from '../live-feed.ts';
import { encodeBatch } from './event-batch.ts';

export type GapReason = Extract<FeedNotice, { kind: 'feed-gap' }>['reason'];

export type Outgoing = {
  /**
   * Returns this node's unsent events in batches: the latest ones, as many as Redis and the other nodes can handle in one exchange. If
   * older events are left out, the batches contain a notice about this gap. The events count as sent only after the method `sent` of the
   * result was called.
   */
  take(options: { readonly notBeforeMs: number; readonly reason: GapReason }): Taken;
  stats(): { readonly own: number; readonly sent: number; readonly unsent: number };
  /** Returns the index in the ring (the node's buffer of events) of the first event that has not been sent to other nodes. */
  unsentFrom(): number;
  /** Counts one event of this node for the statistics; must be called for each event of this node. */
  count(): void;
};

export type Taken = { readonly batches: readonly string[]; sent(): void };

const EVENTS_PER_BATCH = 50;
/** Maximum number of events that a node sends in one exchange with other nodes. There are ten exchanges per second. */
const MOST_PER_ROUND = 2_000;

/**
 * Tracks which events of this node's ring have not been sent to other nodes yet. It keeps no copy of the events, because they are in the
 * ring (the node's buffer of events). So the memory use is bounded.
 */
export function createOutgoing(ring: EventRing, node: string): Outgoing {
  let from = 0;
  const counts = { own: 0, sent: 0, unsent: 0 };
  let settled = 0;

  return {
    count() {
      counts.own += 1;
    },
    stats: () => counts,
    unsentFrom: () => from,
    take({ notBeforeMs, reason }) {
      const [head, own] = [ring.head(), counts.own];
      const kept: [number, SeenEvent | FeedNotice][] = [];
      let left: { readonly seq: number; readonly atMs: number } | null = null;
      for (let index = Math.max(from, ring.oldest()); index < head; index += 1) {
        const slot = ring.at(index);
        if (slot === undefined || slot.node !== node || isNotice(slot.event)) continue;
        if (slot.event.atMs < notBeforeMs && kept.length === 0) left = { seq: slot.seq, atMs: slot.event.atMs };
        else kept.push([slot.seq, slot.event]);
      }
      for (const [seq, { atMs }] of kept.splice(0, kept.length - MOST_PER_ROUND)) left = { seq, atMs };
      const missed = own - settled - kept.length;
      if (missed > 0) {
        // The notice about a gap (missing events) gets the sequence number of the last missing event, so that it takes that event's place
        // in the order.
        const first = kept[0];
        const seq = left?.seq ?? (first === undefined ? head : first[0]) - 1;
        const upToMs = left?.atMs ?? first?.[1].atMs ?? notBeforeMs;
        kept.unshift([seq, { kind: 'feed-gap', atMs: upToMs, reason, missed, upToMs }]);
      }
      return {
        batches: inBatches(kept).map(encodeBatch),
        sent() {
          from = head;
          settled = own;
          counts.unsent += missed;
          counts.sent += kept.length - (missed > 0 ? 1 : 0);
        },
      };
    },
  };
}

function inBatches<T>(items: readonly T[]): readonly (readonly T[])[] {
  const batches: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += EVENTS_PER_BATCH) batches.push(items.slice(at, at + EVENTS_PER_BATCH));
  return batches;
}
