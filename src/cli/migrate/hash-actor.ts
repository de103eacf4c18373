import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import { actorHistory } from './actor-history.ts';
import { createValueHash } from './hash-sum.ts';

/** What an actor is, in one hash: its record, and its history from a revision on. */
export type ActorHash = { readonly hex: string; readonly firstRevision: number; readonly entries: number };

/**
 * Hashes the record as loaded and the history up to its revision, from the oldest entry that is kept, or from `firstRevision`: a target
 * may still keep what retention has taken from the source since.
 */
export async function hashActor(store: ActorStore, record: ActorRecord, firstRevision: number | null = null): Promise<ActorHash> {
  const hash = createValueHash();
  let first: number | null = null;
  let entries = 0;
  for await (const entry of actorHistory(store, record.id, firstRevision, record.revision)) {
    first ??= entry.revision;
    entries += 1;
    hash.add(entry);
  }
  hash.add(record);
  return { hex: hash.hex(), firstRevision: first ?? record.revision, entries };
}
