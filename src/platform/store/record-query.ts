import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { CollectionSpec, FindQuery, IndexedField, Scalar, Where } from './record-store.ts';

/**
 * Describes how one declared index answers a query. All stores use the code in this file to plan queries, so that they refuse the same
 * queries.
 */
export type QueryPlan = {
  /** The first fields of the index, with the values that they must have. They are in the order of the index. */
  readonly equal: readonly (readonly [IndexedField, Scalar])[];
  /** The index fields after those in `equal`. The result is sorted by them, and equal documents by insertion order. */
  readonly order: readonly IndexedField[];
  readonly isDescending: boolean;
  /** Range of values for the first field in `order`, including both ends; null when the query has no range. */
  readonly range: { readonly from: Scalar | undefined; readonly to: Scalar | undefined } | null;
};

/** Lists all indexes of a collection, each once, including those of the unique keys and of the expiry time. */
export function indexesOf(spec: CollectionSpec): readonly (readonly IndexedField[])[] {
  const all = [...(spec.unique ?? []), ...(spec.indexes ?? []), ...(spec.expiresAt === undefined ? [] : [[spec.expiresAt]])];
  const byName = new Map(all.map((fields) => [fields.join('\n'), fields]));
  return [...byName.values()];
}

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * Checks the names in a spec, which become names of tables, columns and indexes. Every adapter refuses names that any of them could not
 * use.
 * @throws TerminalError `invalid-collection`
 */
export function checkSpec(spec: CollectionSpec): void {
  for (const name of [spec.name, ...indexedFieldsOf(spec)]) {
    if (PLAIN_NAME.test(name)) continue;
    throw new TerminalError({
      code: 'invalid-collection',
      message: `"${name}" is not a valid name for a collection or an indexed field. Accepted: letters, digits, _ and -, beginning with a letter.`,
    });
  }
}

/** Lists all indexed fields of a collection, each once. */
export function indexedFieldsOf(spec: CollectionSpec): readonly IndexedField[] {
  return [...new Set(indexesOf(spec).flat())];
}

/**
 * Chooses the index for a query: the shortest index that begins with the fields compared for equality (in any order), followed by the field
 * for sorting or for the range. The result of a query without filter, sort order and range is in insertion order.
 * @throws TerminalError `query-not-indexed` when no declared index serves the query; `invalid-range` for bounds of two different types
 */
export function planQuery(spec: CollectionSpec, query: Pick<FindQuery, 'where' | 'range' | 'sort'>): QueryPlan {
  const { where, range, sort } = query;
  const fields = Object.keys(where);
  const next = sort?.field ?? range?.field;
  if (sort !== undefined && range !== undefined && sort.field !== range.field) throw notIndexed(spec, query);
  const isDescending = sort?.order === 'descending';
  if (fields.length === 0 && next === undefined) return { equal: [], order: [], isDescending, range: null };
  const serving = indexesOf(spec)
    .filter((index) => serves(index, fields, next))
    .sort((a, b) => a.length - b.length);
  const [index] = serving;
  if (index === undefined) throw notIndexed(spec, query);
  if (range?.from !== undefined && range.to !== undefined && kindOf(range.from) !== kindOf(range.to)) {
    throw new TerminalError({
      code: 'invalid-range',
      message: `The two ends of the range over ${range.field} have different kinds of values.`,
    });
  }
  const hasBound = range !== undefined && (range.from !== undefined || range.to !== undefined);
  return {
    equal: index.slice(0, fields.length).map((field) => [field, valueIn(where, field)]),
    order: index.slice(fields.length),
    isDescending,
    range: hasBound ? { from: range.from, to: range.to } : null,
  };
}

/**
 * Returns the rank of a value's type. Values of different types are never equal. The order is null, numbers, strings, booleans (as in
 * MongoDB).
 */
export function kindOf(value: Scalar): 0 | 1 | 2 | 3 {
  if (value === null) return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
}

function serves(index: readonly IndexedField[], fields: readonly IndexedField[], next: IndexedField | undefined): boolean {
  if (index.length < fields.length) return false;
  const first = index.slice(0, fields.length);
  return fields.every((field) => first.includes(field)) && (next === undefined || index[fields.length] === next);
}

function valueIn(where: Where, field: IndexedField): Scalar {
  return where[field] ?? null;
}

function notIndexed(spec: CollectionSpec, query: Pick<FindQuery, 'where' | 'range' | 'sort'>): TerminalError {
  const parts = [
    `equal: ${Object.keys(query.where).join(', ') || 'none'}`,
    `sort: ${query.sort?.field ?? 'none'}`,
    `range: ${query.range?.field ?? 'none'}`,
  ];
  return new TerminalError({
    code: 'query-not-indexed',
    message: `No declared index of ${spec.name} serves this query (${parts.join('; ')}).`,
  });
}
