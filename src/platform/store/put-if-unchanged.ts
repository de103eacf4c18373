import type { JsonObject } from '../../values/json.ts';
import type { RecordCollection, Stored } from './record-store.ts';

/**
 * Writes a document if it is still as it was read: `before` is the stored document, or null when there was none. Returns false when another
 * process has written it in the meantime; the caller should then read the document again.
 */
export async function putIfUnchanged<T extends JsonObject>(
  rows: Pick<RecordCollection<T>, 'insert' | 'update'>,
  id: string,
  before: Pick<Stored<T>, 'rev'> | null,
  next: T,
): Promise<boolean> {
  return before === null ? (await rows.insert(id, next)).inserted : await rows.update(id, before.rev, next);
}
