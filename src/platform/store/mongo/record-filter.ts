import type { Filter, SortDirection } from 'mongodb';
import { kindOf, type QueryPlan } from '../record-query.ts';
import type { Scalar } from '../record-store.ts';
import { pathOf, type RecordRow, storedScalar } from './record-row.ts';

/** The lower and upper bound of one field. MongoDB compares only values that have the same type as the bound. */
type Bounds = { readonly [operator in '$eq' | '$gt' | '$gte' | '$lt' | '$lte']?: Scalar };

/**
 * Returns the stored fields by which a query's result is sorted. The last of these fields decides the order of otherwise equal documents.
 */
export function orderPaths({ order }: QueryPlan, isUnique: boolean): string[] {
  // A unique key identifies a single document. So the index of a unique key does not contain the insertion order, which decides the order
  // of equal documents in other indexes.
  return isUnique ? order.map(pathOf) : [...order.map(pathOf), 'place'];
}

export function sortOf(paths: readonly string[], { isDescending }: QueryPlan): Map<string, SortDirection> {
  return new Map(paths.map((path) => [path, isDescending ? -1 : 1]));
}

/** Converts the conditions of a query plan to a MongoDB filter. */
export function planFilter({ equal, order, range }: QueryPlan): Filter<RecordRow> {
  const [first] = order;
  const filter: Record<string, Bounds> = equalBounds(equal);
  if (range !== null && first !== undefined) filter[pathOf(first)] = rangeBounds(range);
  return filter;
}

/**
 * Builds the conditions for rows after a page's end. A row (a, b) is after (x, y) if a is after x, or if a equals x and b is after y. Each
 * of these alternatives is one range of the plan's index, in the order of the index. So the server only merges these ranges. It neither
 * scans the index from the start nor sorts the rows.
 */
export function filterBeyond(plan: QueryPlan, paths: readonly string[], place: readonly Scalar[]): Filter<RecordRow> {
  const branches: Record<string, Bounds>[] = [];
  const same: Record<string, Bounds> = equalBounds(plan.equal);
  for (const [at, path] of paths.entries()) {
    const value = storedScalar(place[at] ?? null);
    // A range applies only to the first of the sorted fields, and contains only values of one type.
    const range = at === 0 && plan.order.length > 0 ? plan.range : null;
    const within = range === null ? {} : rangeBounds(range);
    for (const bounds of beyond(value, plan.isDescending, range !== null)) branches.push({ ...same, [path]: { ...within, ...bounds } });
    same[path] = { ...within, $eq: value };
  }
  // When there are no alternatives, no document can follow the page. The server refuses an empty list of conditions, so a condition is used
  // that no document fulfils.
  return branches.length === 0 ? { _id: { $in: [] } } : { $or: branches };
}

function equalBounds(equal: QueryPlan['equal']): Record<string, Bounds> {
  return Object.fromEntries(equal.map(([field, value]) => [pathOf(field), { $eq: storedScalar(value) }]));
}

/** Builds the conditions for a range of values. Both ends are included. */
function rangeBounds({ from, to }: NonNullable<QueryPlan['range']>): Bounds {
  // A range from null to null contains only null. `$gte: null` is not limited to one type on every server.
  if ((from ?? to ?? null) === null) return { $eq: null };
  return { ...(from === undefined ? {} : { $gte: storedScalar(from) }), ...(to === undefined ? {} : { $lte: storedScalar(to) }) };
}

/**
 * Builds the bounds for all values that are sorted after the value `value`: the remaining values of the same type, and all values of each
 * type that follows in the order of types.
 */
function beyond(value: Scalar, isDescending: boolean, isOneKind: boolean): Bounds[] {
  const kind = kindOf(value);
  const rest: Bounds[] = value === null ? [] : [isDescending ? { $lt: value } : { $gt: value }];
  if (isOneKind) return rest;
  const further = isDescending ? wholeKinds.slice(0, kind).reverse() : wholeKinds.slice(kind + 1);
  return [...rest, ...further];
}

/** By type of value, the bounds that contain all values of this type. The types are in the order of `kindOf`. */
const wholeKinds: readonly Bounds[] = [{ $eq: null }, { $gte: Number.NEGATIVE_INFINITY }, { $gte: '' }, { $gte: false }];
