import type { LoadedActor, StoreHandle } from './actor-store.ts';
import { recordProblem } from './check-record.ts';
import type { ActorRecord, HistoryEntry } from './record.ts';
import { applyDeltas, applyDeltaWithNote } from './record-delta.ts';
import { decodeFull } from './record-full.ts';

/** An actor as it is stored: a full record, followed by the deltas (changes) after it, oldest first. */
export type RecordChain = { readonly full: string; readonly deltas: readonly string[] };

/**
 * Computes the newest record of a chain (a full record and the deltas after it). @throws Error that describes the fault when a stored text
 * or the resulting record is invalid
 */
export function recordOfChain(chain: RecordChain): ActorRecord {
  const { record } = decodeFull(chain.full);
  const last = chain.deltas.length === 0 ? record : applyDeltas(record, chain.deltas);
  requireForm(last);
  return last;
}

/** Reads the revisions of a chain, oldest first, up to the first revision that cannot be read, since later revisions are based on it. */
export function entriesOfChain(chain: RecordChain): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  try {
    for (const entry of readEntries(chain)) entries.push(entry);
  } catch {
    // The error is ignored here, because it is reported when the actor is loaded. The history omits the remaining revisions of this chain,
    // and continues with the next chain that can be read.
  }
  return entries;
}

function* readEntries(chain: RecordChain): Generator<HistoryEntry> {
  const full = decodeFull(chain.full);
  requireForm(full.record);
  const first: HistoryEntry = {
    ...full.note,
    revision: full.record.revision,
    from: full.from,
    to: full.record.snapshot.value,
    record: full.record,
  };
  yield first;
  let before = full.record;
  for (const delta of chain.deltas) {
    const { record, note } = applyDeltaWithNote(before, delta);
    requireForm(record);
    yield { ...note, revision: record.revision, from: before.snapshot.value, to: record.snapshot.value, record };
    before = record;
  }
}

function requireForm(record: unknown): void {
  const problem = recordProblem(record);
  if (problem !== null) throw new Error(problem);
}

/** The data about an actor that the store's index contains. */
export type IndexedActor = Pick<ActorRecord, 'id' | 'type' | 'shard' | 'revision' | 'keys' | 'createdAtMs'>;

/**
 * Name of the state of an actor that cannot be read. No machine has a state with this name. The actor remains in this state until an
 * operator restores it.
 */
const NO_STATE = 'wrong-data';

/**
 * Builds the record of an actor whose stored record cannot be read: quarantined, with the data from the index. The actor never wakes, and
 * its outbox is unknown. Its list of applied events is copied from `before`, the newest readable revision.
 */
export function damagedActor(
  indexed: IndexedActor,
  handle: StoreHandle,
  { cause, before }: { readonly cause: unknown; readonly before: HistoryEntry | undefined },
): LoadedActor {
  const { id, type, shard, revision, keys, createdAtMs } = indexed;
  const why = cause instanceof Error ? cause.message : String(cause);
  const damage = `The stored record of ${id} (revision ${revision}) is invalid: ${why}. Restore it from an earlier revision.`;
  const lastError = { code: 'wrong-data', message: damage, atMs: createdAtMs };
  const record: ActorRecord = {
    ...{ id, type, shard, revision, keys, createdAtMs },
    version: before?.record.version ?? 1,
    epoch: before?.record.epoch ?? 0,
    snapshot: { status: 'active', value: NO_STATE, context: {} },
    applied: before?.record.applied ?? [],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    health: { state: 'quarantined', failures: 1, sinceMs: createdAtMs, untilMs: null, lastError },
    updatedAtMs: createdAtMs,
  };
  return { record, handle, damage };
}
