import type { JsonObject } from '../../../values/json.ts';
import { encodeDocument, indexedValue } from '../record-document.ts';
import type { QueryPlan } from '../record-query.ts';
import type { CollectionSpec, IndexedField, Scalar } from '../record-store.ts';
import { storedText } from './stored-text.ts';
import { columnOf, columnValue, tableLayout } from './table-layout.ts';
import type { SqlStatement, SqlValue } from './write-records.ts';

/**
 * Builds the SQL statements of one collection. Statements that read return id, rev, body and row; those for pages also return the values by
 * which the rows are sorted.
 */
export type CollectionSql = {
  byId(id: string): SqlStatement;
  /** Builds the statement that inserts a document and that changes nothing when another document has the same id or unique key. */
  insert(id: string, value: JsonObject): SqlStatement;
  /** Builds the statements that find the documents which can prevent the insertion of this document. */
  holders(id: string, value: JsonObject): readonly SqlStatement[];
  put(id: string, value: JsonObject): SqlStatement;
  update(id: string, rev: number, value: JsonObject): SqlStatement;
  remove(id: string): SqlStatement;
  removeWhere(plan: QueryPlan): SqlStatement;
  removeExpired(field: IndexedField, nowMs: number, limit: number): SqlStatement;
  page(plan: QueryPlan, after: readonly Scalar[] | null, limit: number): SqlStatement;
  count(plan: QueryPlan): SqlStatement;
  /** Builds the statement that reads rows in the order of ids, beginning after the id `afterId`. */
  scan(afterId: string | null, limit: number): SqlStatement;
};

type Condition = readonly [sql: string, ...params: SqlValue[]];

export function createCollectionSql(spec: CollectionSpec): CollectionSql {
  const { table, columns, indexes } = tableLayout(spec);
  const names = ['id', 'rev', 'body', ...columns.map(([, column]) => column)];
  const selected = `SELECT id, rev, body, row FROM ${table}`;
  const insertSql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (?, 1, ?${', ?'.repeat(columns.length)})`;
  const setColumns = ['rev = rev + 1', 'body = ?', ...columns.map(([, column]) => `${column} = ?`)].join(', ');
  const putColumns = ['rev = rev + 1', ...names.slice(2).map((name) => `${name} = excluded.${name}`)].join(', ');
  const byId = (id: string): SqlStatement => ({ sql: `${selected} WHERE id = ?`, params: [storedText(id)] });
  const contentOf = (value: JsonObject): SqlValue[] => [
    encodeDocument(value),
    ...columns.map(([field]) => columnValue(indexedValue(value, field))),
  ];
  /** Returns the table with an `INDEXED BY` clause for the index of the query plan, so that SQLite uses exactly that index. */
  const sourceOf = ({ equal, order }: QueryPlan): string => {
    const wanted = [...equal.map(([field]) => columnOf(field)), ...order.map(columnOf)].join();
    const index = indexes.find((one) => one.columns.join() === wanted);
    return index === undefined ? table : `${table} INDEXED BY ${index.name}`;
  };
  const statement = (head: string, conditions: readonly Condition[], tail = '', more: readonly SqlValue[] = []): SqlStatement => ({
    sql: `${head} WHERE ${conditions.map(([sql]) => sql).join(' AND ') || '1'} ${tail}`,
    params: [...conditions.flatMap(([, ...params]) => params), ...more],
  });

  return {
    byId,
    insert: (id, value) => ({ sql: `${insertSql} ON CONFLICT DO NOTHING`, params: [storedText(id), ...contentOf(value)] }),
    holders: (id, value) => [
      byId(id),
      ...(spec.unique ?? []).map((fields) =>
        statement(
          selected,
          fields.map((field) => [`${columnOf(field)} = ?`, columnValue(indexedValue(value, field))]),
        ),
      ),
    ],
    put: (id, value) => ({
      sql: `${insertSql} ON CONFLICT (id) DO UPDATE SET ${putColumns}`,
      params: [storedText(id), ...contentOf(value)],
    }),
    update: (id, rev, value) => ({
      sql: `UPDATE ${table} SET ${setColumns} WHERE id = ? AND rev = ?`,
      params: [...contentOf(value), storedText(id), rev],
    }),
    remove: (id) => ({ sql: `DELETE FROM ${table} WHERE id = ?`, params: [storedText(id)] }),
    removeWhere: (plan) => statement(`DELETE FROM ${sourceOf(plan)}`, equalConditions(plan)),
    removeExpired: (field, nowMs, limit) => ({
      sql: `DELETE FROM ${table} WHERE row IN (SELECT row FROM ${table} WHERE ${columnOf(field)} > -9e999 AND ${columnOf(field)} < ? LIMIT ?)`,
      params: [nowMs, limit],
    }),
    page(plan, after, limit) {
      const direction = plan.isDescending ? 'DESC' : 'ASC';
      const places = [...plan.order.map(columnOf), 'row'];
      const conditions = [...equalConditions(plan), ...rangeConditions(plan)];
      if (after !== null) {
        const beyond = `(${places.join(', ')}) ${plan.isDescending ? '<' : '>'} (${places.map(() => '?').join(', ')})`;
        conditions.push([beyond, ...after.map(columnValue)]);
      }
      const order = `ORDER BY ${places.map((place) => `${place} ${direction}`).join(', ')} LIMIT ?`;
      return statement(
        `SELECT ${['id, rev, body, row', ...plan.order.map(columnOf)].join(', ')} FROM ${sourceOf(plan)}`,
        conditions,
        order,
        [limit],
      );
    },
    count: (plan) => statement(`SELECT count(*) FROM ${sourceOf(plan)}`, equalConditions(plan)),
    scan: (afterId, limit) =>
      statement(selected, afterId === null ? [] : [['id > ?', storedText(afterId)]], 'ORDER BY id LIMIT ?', [limit]),
  };
}

function equalConditions({ equal }: QueryPlan): Condition[] {
  return equal.map(([field, value]) => [`${columnOf(field)} = ?`, columnValue(value)]);
}

/** Builds a range's conditions. Both ends are included, and only values of the bounds' type match (see `columnValue`). */
function rangeConditions({ range, order }: QueryPlan): Condition[] {
  const [field] = order;
  if (range === null || field === undefined) return [];
  const column = columnOf(field);
  const bound = range.from ?? range.to ?? null;
  const conditions: Condition[] = [];
  if (range.from !== undefined) conditions.push([`${column} >= ?`, columnValue(range.from)]);
  if (range.to !== undefined) conditions.push([`${column} <= ?`, columnValue(range.to)]);
  if (bound === null) conditions.push([`${column} = -9e999`]);
  else if (typeof bound === 'number') conditions.push([`${column} > -9e999`], [`${column} < ''`]);
  else if (typeof bound === 'string') conditions.push([`${column} >= ''`], [`${column} < x''`]);
  else conditions.push([`${column} >= x''`]);
  return conditions;
}
