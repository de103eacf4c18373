import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import { actorHistory } from './actor-history.ts';
import { createValueHash } from './hash-sum.ts';

/** Hash of an actor's record and of its history, starting at the revision `firstRevision`. */
export type ActorHash = { readonly hex: string; readonly firstRevision: number; readonly entries: number };

/**
 * Hashes an actor's record and its history up to the record's revision, starting at `firstRevision` or else at the oldest stored entry.
 * `firstRevision` must be given for the target store of a migration, because the target may contain old entries that the source has already
 * deleted.
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
