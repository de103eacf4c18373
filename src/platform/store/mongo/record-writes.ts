import type { Filter } from 'mongodb';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import type { JsonObject } from '../../../values/json.ts';
import type { DocumentReader } from '../record-document.ts';
import { indexedFieldsOf, planQuery } from '../record-query.ts';
import type { RecordCollection } from '../record-store.ts';
import { heldAlready, unlessDuplicate } from './mongo-error.ts';
import { uniqueKeyTaken } from './record-declare.ts';
import { createRecordExpiry, type RecordExpiryDeps } from './record-expiry.ts';
import { planFilter } from './record-filter.ts';
import { documentText, pathOf, type RecordRow, type RowContent, rowContent } from './record-row.ts';
import { sortableText } from './sortable-text.ts';

export type RecordWrites<T extends JsonObject> = Pick<
  RecordCollection<T>,
  'insert' | 'insertMany' | 'put' | 'update' | 'remove' | 'removeWhere'
>;

export type RecordWritesDeps<T extends JsonObject> = RecordExpiryDeps & {
  readonly nextPlace: () => string;
  readonly reader: DocumentReader<T>;
};

/**
 * Maximum number of attempts for a write that is refused because another document has the same unique key. A further attempt is made only
 * when that other document was removed before it could be read.
 */
const MOST_TRIES = 10;

/** Creates the write functions of one declared collection. Each changes one document, or several independent ones. */
export function createRecordWrites<T extends JsonObject>(deps: RecordWritesDeps<T>): RecordWrites<T> {
  const { spec, rows, call, nextPlace, reader } = deps;
  const fields = indexedFieldsOf(spec);
  const removeExpired = createRecordExpiry(deps);
  const rowOf = (id: string, value: JsonObject): RecordRow => ({
    _id: sortableText(id),
    rev: 1,
    place: nextPlace(),
    ...rowContent(value, fields),
  });

  async function write<R>(work: () => Promise<R>): Promise<R> {
    const [result] = await Promise.all([call(work), removeExpired()]);
    return result;
  }

  /** Finds the document that caused a write to be refused: it has the same values in one of the unique keys. */
  async function keyHolder({ index }: RowContent, other: Filter<RecordRow>): Promise<RecordRow | null> {
    for (const key of spec.unique ?? []) {
      const same = Object.fromEntries(key.map((field) => [pathOf(field), { $eq: index[field] ?? null }]));
      const holder = await call(() => rows.findOne({ ...same, ...other }));
      if (holder !== null) return holder;
    }
    return null;
  }

  /**
   * Repeats a write that fails because another document has the same unique key, until the write succeeds or that other document is found.
   * The repetition is needed because the other document may be deleted between the failed write and the search for it.
   */
  async function writeKeyed<R>(id: string, content: RowContent, work: () => Promise<R>): Promise<R> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const done = await write(() => unlessDuplicate(work()));
      if (done !== null) return done;
      if ((await keyHolder(content, { _id: { $ne: sortableText(id) } })) !== null) throw uniqueKeyTaken(spec.name);
    }
    throw contended(spec.name);
  }

  return {
    async insert(id, value) {
      const row = rowOf(id, value);
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        if ((await write(() => unlessDuplicate(rows.insertOne(row)))) !== null) return { inserted: true };
        const holder = (await call(() => rows.findOne({ _id: row._id }))) ?? (await keyHolder(row, {}));
        if (holder !== null) return { inserted: false, exists: reader.one(documentText(holder)) };
      }
      throw contended(spec.name);
    },
    async insertMany(many) {
      if (many.length === 0) return 0;
      const all = many.map(({ id, value }) => rowOf(id, value));
      return await write(async () => {
        try {
          return (await rows.insertMany(all, { ordered: false })).insertedCount;
        } catch (error) {
          return all.length - heldAlready(error);
        }
      });
    },
    async put(id, value) {
      const { _id, place, index, body } = rowOf(id, value);
      const change = { $set: { index, body }, $inc: { rev: 1 }, $setOnInsert: { place } };
      await writeKeyed(id, { index, body }, () => rows.updateOne({ _id }, change, { upsert: true }));
    },
    async update(id, rev, value) {
      const content = rowContent(value, fields);
      const filter = { _id: sortableText(id), rev };
      const { matchedCount } = await writeKeyed(id, content, () => rows.updateOne(filter, { $set: content, $inc: { rev: 1 } }));
      return matchedCount > 0;
    },
    remove: async (id) => (await write(() => rows.deleteOne({ _id: sortableText(id) }))).deletedCount > 0,
    async removeWhere(where) {
      const filter = planFilter(planQuery(spec, { where }));
      return (await write(() => rows.deleteMany(filter))).deletedCount;
    },
  };
}

function contended(name: string): RetryableError {
  return new RetryableError({
    code: 'store-unavailable',
    message: `A document of ${name} could not be stored in ${MOST_TRIES} attempts, because other writers keep adding and removing the same unique key.`,
    retryAfterMs: 1_000,
  });
}
