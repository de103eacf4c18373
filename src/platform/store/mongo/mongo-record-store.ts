import type { Clock } from '../../../values/clock.ts';
import type { JsonObject } from '../../../values/json.ts';
import { storeTroubleOf } from '../../../values/store-refusal.ts';
import { decodeIdCursor, idPage } from '../id-page.ts';
import { onceDone } from '../once-done.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { createDocumentReader, filledPage, type OnWrongDocument } from '../record-document.ts';
import { checkSpec, planQuery } from '../record-query.ts';
import type { CollectionSpec, FindQuery, RecordCollection, RecordStore, Where } from '../record-store.ts';
import type { EnsureIndexesDeps } from './ensure-indexes.ts';
import { declareRecords } from './record-declare.ts';
import { filterBeyond, orderPaths, planFilter, sortOf } from './record-filter.ts';
import { collectionNameOf, isUniquePlan } from './record-indexes.ts';
import { createInsertionKeys } from './record-place.ts';
import { documentText, type RecordRow, scalarOf } from './record-row.ts';
import { createRecordWrites } from './record-writes.ts';
import { sortableText, textFromSortable } from './sortable-text.ts';

/**
 * The database to use. It must acknowledge a write only when a majority of servers has it in the journal, and read only such writes, from
 * the primary server.
 */
export type MongoRecordStoreDeps = EnsureIndexesDeps & { readonly clock: Clock; readonly onWrong?: OnWrongDocument | undefined };

/** The maximum number of ids in one query, so that it stays far below the 16 MB limit of a message. */
const MOST_IDS = 1_000;

/** Creates a record store in MongoDB, which uses no transactions. Each collection is declared at its first use. */
export function createMongoRecordStore(deps: MongoRecordStoreDeps): RecordStore {
  const nextPlace = createInsertionKeys(deps);
  return {
    collection<T extends JsonObject>(spec: CollectionSpec) {
      checkSpec(spec);
      return createCollection<T>(
        spec,
        deps,
        nextPlace,
        onceDone(() => declareRecords(deps, spec)),
      );
    },
  };
}

function createCollection<T extends JsonObject>(
  spec: CollectionSpec,
  { db, call, clock, onWrong }: MongoRecordStoreDeps,
  nextPlace: () => string,
  declared: () => Promise<void>,
): RecordCollection<T> {
  const rows = db.collection<RecordRow>(collectionNameOf(spec));
  const reader = createDocumentReader<T>(spec, onWrong);
  const writes = createRecordWrites<T>({ spec, rows, call, clock, nextPlace, reader });
  const once = async <R>(work: () => Promise<R>): Promise<R> => {
    await declared();
    return await work();
  };
  /**
   * A collection that was never created has no documents. If it does not exist, it is read as an empty collection. Reading then needs no
   * write, and succeeds even while the server refuses writes.
   */
  const isMade = async () => (await call(() => db.listCollections({ name: rows.collectionName }, { nameOnly: true }).toArray())).length > 0;
  const reading = async <R>(work: () => Promise<R>): Promise<R> => {
    try {
      await declared();
    } catch (error) {
      if (storeTroubleOf(error) === null || (await isMade())) throw error;
    }
    return await call(work);
  };

  async function page(query: FindQuery): Promise<{ found: RecordRow[]; cursor: string | null }> {
    const plan = planQuery(spec, query);
    const paths = orderPaths(plan, isUniquePlan(spec, plan));
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, paths.length);
    const filter = after === null ? planFilter(plan) : filterBeyond(plan, paths, after);
    const limit = query.limit + 1;
    const more = await reading(() => rows.find(filter).sort(sortOf(paths, plan)).limit(limit).batchSize(limit).toArray());
    const found = more.slice(0, query.limit);
    const last = found.at(-1);
    if (more.length <= query.limit || last === undefined) return { found, cursor: null };
    const values = plan.order.map((field) => scalarOf(last.index[field] ?? null));
    return { found, cursor: encodeCursor(paths.length > values.length ? [...values, last.place] : values) };
  }
  const readable = (found: readonly RecordRow[]) => reader.many(found.map(documentText));
  const first = async (where: Where) => (await page({ where, limit: 1 })).found[0];

  return {
    async get(id) {
      const row = await reading(() => rows.findOne({ _id: sortableText(id) }));
      return row === null ? null : reader.one(documentText(row));
    },
    async getMany(ids) {
      const wanted = [...new Set(ids.map(sortableText))];
      const byId = new Map<string, RecordRow>();
      for (let at = 0; at < wanted.length; at += MOST_IDS) {
        const some = wanted.slice(at, at + MOST_IDS);
        for (const row of await reading(() => rows.find({ _id: { $in: some } }).toArray())) byId.set(row._id, row);
      }
      return readable(
        ids.flatMap((id) => {
          const row = byId.get(sortableText(id));
          return row === undefined ? [] : [row];
        }),
      );
    },
    insert: (id, value) => once(() => writes.insert(id, value)),
    insertMany: (many) => once(() => writes.insertMany(many)),
    put: (id, value) => once(() => writes.put(id, value)),
    update: (id, rev, value) => once(() => writes.update(id, rev, value)),
    remove: (id) => once(() => writes.remove(id)),
    removeWhere: (where) => once(() => writes.removeWhere(where)),
    find: async (query) =>
      filledPage(query, async (part) => {
        const { found, cursor } = await page(part);
        return { rows: readable(found), cursor };
      }),
    async findOne(where) {
      const row = await first(where);
      return row === undefined ? null : reader.one(documentText(row));
    },
    async count(where) {
      const filter = planFilter(planQuery(spec, { where }));
      return await reading(() => rows.countDocuments(filter));
    },
    async scan({ limit, cursor }) {
      const filter = cursor === undefined ? {} : { _id: { $gt: sortableText(decodeIdCursor(cursor)) } };
      const found = await reading(() =>
        rows
          .find(filter)
          .sort({ _id: 1 })
          .limit(limit + 1)
          .toArray(),
      );
      const page = idPage(found, limit, ({ _id }) => textFromSortable(_id));
      return { ...page, rows: readable(page.rows) };
    },
  };
}
