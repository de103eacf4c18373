import type { LoadedActor } from '../../../runtime/record/actor-store.ts';
import type { ActorRecord, Health, HistoryEntry, Trigger } from '../../../runtime/record/record.ts';
import { damagedActor, entriesOfChain, type RecordChain, recordOfChain } from '../../../runtime/record/record-chain.ts';
import { encodeFull } from '../../../runtime/record/record-full.ts';
import type { IndexKeys } from '../../../values/index-keys.ts';

/** The values of an actor that queries use, updated by each commit. */
export type Head = {
  readonly id: string;
  readonly type: string;
  readonly shard: number;
  readonly revision: number;
  readonly wakeAtMs: number | null;
  readonly triggers: readonly Trigger[];
  readonly keys: IndexKeys;
  readonly health: Health['state'];
  readonly outboxEntries: number;
  readonly createdAtMs: number;
};

type Row = { readonly text: string; readonly isFull: boolean; readonly atMs: number };

/** One actor of the memory store: its latest values, and the text of every revision that has not been pruned. */
export type StoredActor = {
  readonly ref: number;
  readonly head: Head;
  append(record: ActorRecord, row: Row): void;
  deltasSinceFull(): number;
  read(): LoadedActor;
  /** Replaces the stored text of the newest revision, so that tests can simulate a damaged record. */
  rewrite(change: (text: string) => string): void;
  /** Returns every stored revision of the actor, oldest first. */
  entries(): HistoryEntry[];
  /**
   * Removes the oldest revisions that were written before `beforeMs`, at most `limit` of them, but never the newest revision. Returns how
   * many were removed.
   */
  prune(beforeMs: number, limit: number): number;
};

export function createStoredActor(ref: number, record: ActorRecord, first: Omit<Row, 'isFull'>): StoredActor {
  let head = headOf(record);
  let rows: Row[] = [{ ...first, isFull: true }];

  const lastFull = () => rows.findLastIndex((row) => row.isFull);
  const chainFrom = (start: number, end: number): RecordChain => {
    const [full, ...deltas] = rows.slice(start, end).map((row) => row.text);
    return { full: full ?? '', deltas };
  };
  function entries(): HistoryEntry[] {
    const starts = rows.flatMap((row, at) => (row.isFull ? [at] : []));
    return starts.flatMap((start, at) => entriesOfChain(chainFrom(start, starts[at + 1] ?? rows.length)));
  }

  return {
    ref,
    get head() {
      return head;
    },
    append(next, row) {
      head = headOf(next);
      rows.push(row);
    },
    deltasSinceFull: () => rows.length - 1 - lastFull(),
    read() {
      try {
        return { record: recordOfChain(chainFrom(lastFull(), rows.length)), handle: { ref } };
      } catch (error) {
        const handle = { ref, isDamaged: true };
        return damagedActor(head, handle, { cause: error, before: entries().at(-1) });
      }
    },
    rewrite(change) {
      const newest = rows.pop();
      if (newest !== undefined) rows.push({ ...newest, text: change(newest.text) });
    },
    entries,
    prune(beforeMs, limit) {
      const young = rows.findIndex((row) => row.atMs >= beforeMs);
      const removed = Math.min(limit, young === -1 ? rows.length - 1 : young);
      if (removed === 0) return 0;
      // After the removal, the oldest remaining revision must be stored as a full record, so that it does not depend on the removed
      // revisions.
      const readable = entries();
      const base = readable[removed];
      if (base === undefined || readable.length < rows.length) return 0;
      const oldest = { text: encodeFull(base.record, base, base.from), isFull: true, atMs: base.atMs };
      rows = [oldest, ...rows.slice(removed + 1)];
      return removed;
    },
  };
}

function headOf(record: ActorRecord): Head {
  const { id, type, shard, revision, wakeAtMs, triggers = [], keys, health, outbox, createdAtMs } = record;
  return { id, type, shard, revision, wakeAtMs, triggers, keys, health: health.state, outboxEntries: outbox.length, createdAtMs };
}
