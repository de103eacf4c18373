import type { ActorRecord, HistoryEntry } from './record.ts';
import { applyDeltas, applyDeltaWithNote } from './record-delta.ts';
import { decodeFull } from './record-full.ts';

/** How stores keep an actor: a whole record, and the deltas after it, oldest first. */
export type RecordChain = { readonly full: string; readonly deltas: readonly string[] };

/** The record that a chain ends in. */
export function recordOfChain(chain: RecordChain): ActorRecord {
  const { record } = decodeFull(chain.full);
  return chain.deltas.length === 0 ? record : applyDeltas(record, chain.deltas);
}

/** Every revision in a chain, oldest first. */
export function entriesOfChain(chain: RecordChain): HistoryEntry[] {
  const full = decodeFull(chain.full);
  const first: HistoryEntry = {
    ...full.note,
    revision: full.record.revision,
    from: full.from,
    to: full.record.snapshot.value,
    record: full.record,
  };
  const entries = [first];
  let before = full.record;
  for (const delta of chain.deltas) {
    const { record, note } = applyDeltaWithNote(before, delta);
    entries.push({ ...note, revision: record.revision, from: before.snapshot.value, to: record.snapshot.value, record });
    before = record;
  }
  return entries;
}
