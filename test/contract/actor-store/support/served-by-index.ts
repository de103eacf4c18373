import type { Document } from 'mongodb';

/** Describes how a database index serves a query. */
export type Service = {
  /**
   * Whether the index helps the query: it lets the server read fewer entries, or read them in the required order. When false, the whole
   * index would be read.
   */
  readonly isServed: boolean;
  /** Whether the server must sort the result itself, because the index has another order. */
  readonly isSorted: boolean;
  /** Filter fields that the index does not narrow down. The server must check them for each index entry or document. */
  readonly besides: readonly string[];
};

/**
 * Checks that an index follows the rule "equality, sort, range": first come the fields that the query compares for equality, then the
 * fields of the order, then one field with a range.
 */
export function servedByIndex(index: readonly string[], filter: Document, order: readonly string[]): Service {
  const conditions = conditionsOf(filter);
  const isEqual = (field: string) => conditions.some((one) => one.field === field && one.kind !== 'range');
  const isOne = (field: string) => conditions.some((one) => one.field === field && one.kind === 'one');
  const end = index.findIndex((field) => !isEqual(field));
  const equal = end === -1 ? index.length : end;
  // A field that the filter restricts to a single value does not affect the order of the results.
  const sort = order.filter((field) => !isOne(field));
  const left = index.slice(equal);
  const isInOrder = sort.every((field, at) => left[at] === field);
  const next = left[0];
  const rangesOver = next !== undefined && conditions.some((one) => one.field === next && one.kind === 'range') ? next : null;
  const bounded = new Set([...index.slice(0, equal), ...(rangesOver === null ? [] : [rangesOver])]);
  return {
    isServed: bounded.size > 0 || (isInOrder && sort.length > 0),
    isSorted: !isInOrder,
    besides: [...new Set(conditions.map(({ field }) => field))].filter((field) => !bounded.has(field)).sort(),
  };
}

/** Returns the filters that an index must serve separately: the branches of a top-level `$or`, or the filter itself. */
export function branchesOf(filter: Document): readonly Document[] {
  const { $or: branches, ...rest } = filter;
  if (!Array.isArray(branches)) return [filter];
  if (Object.keys(rest).length > 0) throw new Error('a filter beside `$or` is read document by document');
  return branches;
}

type Condition = { readonly field: string; readonly kind: 'one' | 'several' | 'range' };

function conditionsOf(filter: Document): Condition[] {
  return Object.entries(filter).flatMap(([field, value]): Condition[] => {
    if (field === '$and' && Array.isArray(value)) return value.flatMap(conditionsOf);
    if (typeof value === 'object' && value !== null && '$elemMatch' in value) {
      // With `$elemMatch`, all conditions apply to the fields of the same list element.
      return conditionsOf(value.$elemMatch).map((one) => ({ ...one, field: `${field}.${one.field}` }));
    }
    if (field.startsWith('$')) throw new Error(`this check does not know ${field}`);
    if (typeof value !== 'object' || value === null) return [{ field, kind: 'one' }];
    const operators = Object.keys(value);
    if (operators.join() === '$in') return [{ field, kind: value.$in.length === 1 ? 'one' : 'several' }];
    if (operators.every((operator) => ['$gt', '$gte', '$lt', '$lte'].includes(operator))) return [{ field, kind: 'range' }];
    throw new Error(`this check does not know ${operators.join()}`);
  });
}
