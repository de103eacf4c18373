import type { CollectionSpec, RecordCollection, RecordStore } from '../../platform/store/record-store.ts';
import { documentForm, listOf, text } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * Ids of all rows of one seed file (rows that a new installation starts with) that have ever been added, even if they were removed later.
 */
type SeedMark = { readonly ids: readonly string[] };

export const SEEDS: CollectionSpec = { name: 'seeds', form: documentForm<SeedMark>({ ids: listOf(text) }) };

/**
 * Adds the rows of a seed file (rows that a new installation starts with) that were never added before. So new rows of a later version of
 * the file are added, while rows that an operator has changed or removed stay as they are. If the process dies before all rows are added,
 * the next start adds the missing rows, because inserting an existing row has no effect.
 * @param name name of the seed file
 * @returns how many rows were added
 */
export async function insertUnseenSeeds<T extends JsonObject>(options: {
  records: RecordStore;
  name: string;
  collection: RecordCollection<T>;
  rows: readonly { readonly id: string; readonly value: T }[];
}): Promise<number> {
  const { records, name, collection, rows } = options;
  const marks = records.collection<SeedMark>(SEEDS);
  let mark: SeedMark | null;
  try {
    mark = await marks.get(name);
  } catch (error) {
    // The store has already reported that the list of added rows is damaged. No rows are added now, because they could be rows that an
    // operator has removed.
    if (error instanceof TerminalError && error.code === 'wrong-data') return 0;
    throw error;
  }
  const seen = new Set(mark?.ids);
  const unseen = rows.filter((row) => !seen.has(row.id));
  if (unseen.length === 0) return 0;
  const added = await collection.insertMany(unseen);
  // Two nodes that start at the same time write the same ids, so the stored list of added rows is right, whichever node writes last.
  await marks.put(name, { ids: [...seen, ...unseen.map((row) => row.id)] });
  return added;
}
