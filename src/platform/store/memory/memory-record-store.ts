import type { Clock } from '../../../values/clock.ts';
import type { JsonObject } from '../../../values/json.ts';
import { decodeIdCursor, idPage } from '../id-page.ts';
import { createDocumentReader, filledPage, type OnWrongDocument } from '../record-document.ts';
import { checkSpec, planQuery } from '../record-query.ts';
import type { CollectionSpec, RecordCollection, RecordStore, Where } from '../record-store.ts';
import { createMemoryTable, type MemoryTable } from './memory-table.ts';

export type MemoryRecordStoreDeps = { readonly clock: Clock; readonly onWrong?: OnWrongDocument };
/** An in-memory record store. `rewrite` replaces a stored text, so that tests can use texts that no write would produce. */
export type MemoryRecordStore = RecordStore & { readonly rewrite: (collection: string, id: string, text: string) => void };

/**
 * Creates a `RecordStore` in memory; it loses its data when the process ends. Like the real stores, it stores text and refuses queries
 * without an index.
 */
export function createMemoryRecordStore({ clock, onWrong }: MemoryRecordStoreDeps): MemoryRecordStore {
  const tables = new Map<string, MemoryTable>();
  return {
    collection<T extends JsonObject>(spec: CollectionSpec) {
      checkSpec(spec);
      const table = tables.get(spec.name) ?? createMemoryTable();
      table.declare(spec);
      tables.set(spec.name, table);
      return createCollection<T>(spec, table, { clock, onWrong });
    },
    rewrite: (collection, id, text) => tables.get(collection)?.rewrite(id, text),
  };
}

function createCollection<T extends JsonObject>(
  spec: CollectionSpec,
  table: MemoryTable,
  { clock, onWrong }: { readonly clock: Clock; readonly onWrong: OnWrongDocument | undefined },
): RecordCollection<T> {
  const { one: stored, many: readable } = createDocumentReader<T>(spec, onWrong);
  const matching = (where: Where) => table.select(planQuery(spec, { where }));
  const write = <R>(action: () => R): R => {
    table.removeExpired(clock.now());
    return action();
  };

  return {
    get: async (id) => {
      const row = table.get(id);
      return row === undefined ? null : stored(row);
    },
    getMany: async (ids) =>
      readable(
        ids.flatMap((id) => {
          const row = table.get(id);
          return row === undefined ? [] : [row];
        }),
      ),
    insert: async (id, value) =>
      write(() => {
        const holder = table.insert(id, value);
        return holder === null ? { inserted: true } : { inserted: false, exists: stored(holder) };
      }),
    insertMany: async (rows) => write(() => rows.filter(({ id, value }) => table.insert(id, value) === null).length),
    put: async (id, value) => write(() => table.put(id, value)),
    update: async (id, rev, value) =>
      write(() => {
        if (table.get(id)?.rev !== rev) return false;
        table.put(id, value);
        return true;
      }),
    remove: async (id) => write(() => table.remove(id)),
    removeWhere: async (where) =>
      write(() => {
        const rows = matching(where);
        for (const row of rows) table.remove(row.id);
        return rows.length;
      }),
    find: async (query) =>
      filledPage(query, async (part) => {
        const { rows, cursor } = table.page(planQuery(spec, part), part.limit, part.cursor);
        return { rows: readable(rows), cursor };
      }),
    findOne: async (where) => {
      const [row] = matching(where);
      return row === undefined ? null : stored(row);
    },
    count: async (where) => matching(where).length,
    scan: async ({ limit, cursor }) => {
      const rows = table.scan(cursor === undefined ? null : decodeIdCursor(cursor), limit + 1);
      const page = idPage(rows, limit, ({ id }) => id);
      return { ...page, rows: readable(page.rows) };
    },
  };
}
