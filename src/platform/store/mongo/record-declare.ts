import type { Collection, Filter } from 'mongodb';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../../values/json.ts';
import { indexedFieldsOf } from '../record-query.ts';
import type { CollectionSpec, IndexedField } from '../record-store.ts';
import { type EnsureIndexesDeps, ensureIndexes } from './ensure-indexes.ts';
import type { MongoCall } from './mongo-call.ts';
import { isDuplicateKey, unlessDuplicate } from './mongo-error.ts';
import { collectionNameOf, recordIndexes } from './record-indexes.ts';
import { pathOf, type RecordRow, rowContent } from './record-row.ts';

/** The indexed fields of a collection. Every document of the collection contains a copy of these fields for its index. */
type Declaration = { readonly _id: string; readonly fields: readonly IndexedField[] };

const FILL_LIMIT = 500;

/**
 * Creates a collection by its spec: adds the values of newly indexed fields to existing documents, then builds the indexes. Documents that
 * nodes of an older program version write meanwhile lack the new fields; the next start of a new node adds them.
 * @throws TerminalError `unique-key-taken` when existing documents violate a new unique key; the errors of `ensureIndexes`
 */
export async function declareRecords(deps: EnsureIndexesDeps, spec: CollectionSpec): Promise<void> {
  const { db, call } = deps;
  const fields = indexedFieldsOf(spec);
  const declarations = db.collection<Declaration>('declarations');
  const known = (await call(() => declarations.findOne({ _id: spec.name })))?.fields ?? [];
  const added = fields.filter((field) => !known.includes(field));
  if (added.length > 0) await fill(db.collection(collectionNameOf(spec)), added, call);
  await build(deps, spec);
  if (added.length === 0 && known.length === fields.length) return;
  const declare = () => declarations.updateOne({ _id: spec.name }, { $set: { fields } }, { upsert: true });
  // When two nodes create the collection at the same time, one of them may get an error although the collection then exists. So that node
  // tries again.
  if ((await call(() => unlessDuplicate(declare()))) === null) await call(declare);
}

async function build(deps: EnsureIndexesDeps, spec: CollectionSpec): Promise<void> {
  try {
    await ensureIndexes(deps, recordIndexes(spec));
  } catch (error) {
    throw error instanceof Error && isDuplicateKey(error.cause) ? uniqueKeyTaken(spec.name, error) : error;
  }
}

async function fill(rows: Collection<RecordRow>, fields: readonly IndexedField[], call: MongoCall): Promise<void> {
  const lacking = fields.map((field) => ({ [pathOf(field)]: { $exists: false } }));
  let after: string | null = null;
  do {
    const filter: Filter<RecordRow> = after === null ? { $or: lacking } : { $or: lacking, _id: { $gt: after } };
    const page: RecordRow[] = await call(() => rows.find(filter).sort({ _id: 1 }).limit(FILL_LIMIT).toArray());
    if (page.length > 0)
      await call(() =>
        rows.bulkWrite(
          page.map((row) => filling(row, fields)),
          { ordered: false },
        ),
      );
    after = page.at(-1)?._id ?? null;
  } while (after !== null);
}

/**
 * Builds the update that adds newly indexed fields to a stored document. A document that was written in the meantime already has them. Its
 * revision stays the same, since its content does not change.
 */
function filling({ _id, rev, body }: RecordRow, fields: readonly IndexedField[]) {
  const value: JsonObject = JSON.parse(body);
  const { index } = rowContent(value, fields);
  const update = Object.fromEntries(Object.entries(index).map(([field, content]) => [pathOf(field), content]));
  return { updateOne: { filter: { _id, rev }, update: { $set: update } } };
}

export function uniqueKeyTaken(name: string, cause?: unknown): TerminalError {
  return new TerminalError({
    code: 'unique-key-taken',
    message: `The collection ${name} already contains another document with the same unique key.`,
    status: 409,
    cause,
  });
}
