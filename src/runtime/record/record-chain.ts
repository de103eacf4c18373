import type { LoadedActor, StoreHandle } from './actor-store.ts';
import { recordProblem } from './check-record.ts';
import type { ActorRecord, HistoryEntry } from './record.ts';
import { applyDeltas, applyDeltaWithNote } from './record-delta.ts';
import { decodeFull } from './record-full.ts';

/** How stores keep an actor: a whole record, and the deltas after it, oldest first. */
export type RecordChain = { readonly full: string; readonly deltas: readonly string[] };

/** The record that a chain ends in. @throws Error that says what is wrong with the form of the stored texts, or of what they lead to */
export function recordOfChain(chain: RecordChain): ActorRecord {
  const { record } = decodeFull(chain.full);
  const last = chain.deltas.length === 0 ? record : applyDeltas(record, chain.deltas);
  requireForm(last);
  return last;
}

/** The revisions in a chain, oldest first, up to the first that cannot be read: what follows it builds on it. */
export function entriesOfChain(chain: RecordChain): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  try {
    for (const entry of readEntries(chain)) entries.push(entry);
  } catch {
    // Whoever loads the actor is told what is wrong with it; its history goes on where it can be read.
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

/** What an index says of an actor. */
export type IndexedActor = Pick<ActorRecord, 'id' | 'type' | 'shard' | 'revision' | 'keys' | 'createdAtMs'>;

/** No machine has a state of this name: only a restore leads out of it. */
const NO_STATE = 'wrong-data';

/**
 * An actor of which the stored record cannot be read, as reads give it: quarantined, by what the index says of it. It wakes for nothing, and
 * what was in its outbox is not known. What it has applied is as it was `before`, at the newest revision that can be read.
 */
export function damagedActor(
  indexed: IndexedActor,
  handle: StoreHandle,
  { cause, before }: { readonly cause: unknown; readonly before: HistoryEntry | undefined },
): LoadedActor {
  const { id, type, shard, revision, keys, createdAtMs } = indexed;
  const why = cause instanceof Error ? cause.message : String(cause);
  const damage = `What the store holds of ${id} (revision ${revision}) is no record: ${why}. Restore it from an earlier revision.`;
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
