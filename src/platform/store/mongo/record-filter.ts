import type { Filter, SortDirection } from 'mongodb';
import { kindOf, type QueryPlan } from '../record-query.ts';
import type { Scalar } from '../record-store.ts';
import { pathOf, type RecordRow, storedScalar } from './record-row.ts';

/** Bounds of one field. MongoDB compares only with values of the bound's kind. */
type Bounds = { readonly [operator in '$eq' | '$gt' | '$gte' | '$lt' | '$lte']?: Scalar };

/** Returns the fields of a plan's order; the last one is the tie-break. */
export function orderPaths({ order }: QueryPlan, isUnique: boolean): string[] {
  // All fields of a unique key together belong to one document, so that its index has no tie-break.
  return isUnique ? order.map(pathOf) : [...order.map(pathOf), 'place'];
}

export function sortOf(paths: readonly string[], { isDescending }: QueryPlan): Map<string, SortDirection> {
  return new Map(paths.map((path) => [path, isDescending ? -1 : 1]));
}

/** Makes a plan's conditions. */
export function planFilter({ equal, order, range }: QueryPlan): Filter<RecordRow> {
  const [first] = order;
  const filter: Record<string, Bounds> = equalBounds(equal);
  if (range !== null && first !== undefined) filter[pathOf(first)] = rangeBounds(range);
  return filter;
}

/**
 * Makes the conditions for rows after a page's end: (a, b) after (x, y) means a after x, or a = x and b after y. Each branch is one
 * range of the plan's index, in its order, so that the server merges ranges and neither scans from the start nor sorts.
 */
export function filterBeyond(plan: QueryPlan, paths: readonly string[], place: readonly Scalar[]): Filter<RecordRow> {
  const branches: Record<string, Bounds>[] = [];
  const same: Record<string, Bounds> = equalBounds(plan.equal);
  for (const [at, path] of paths.entries()) {
    const value = storedScalar(place[at] ?? null);
    // The range applies to the first field of the order, and contains values of one kind only.
    const range = at === 0 && plan.order.length > 0 ? plan.range : null;
    const within = range === null ? {} : rangeBounds(range);
    for (const bounds of beyond(value, plan.isDescending, range !== null)) branches.push({ ...same, [path]: { ...within, ...bounds } });
    same[path] = { ...within, $eq: value };
  }
  // No row comes after it; the server refuses an empty list.
  return branches.length === 0 ? { _id: { $in: [] } } : { $or: branches };
}

function equalBounds(equal: QueryPlan['equal']): Record<string, Bounds> {
  return Object.fromEntries(equal.map(([field, value]) => [pathOf(field), { $eq: storedScalar(value) }]));
}

/** Both ends inclusive. */
function rangeBounds({ from, to }: NonNullable<QueryPlan['range']>): Bounds {
  // A range from null to null contains only null; `$gte: null` would not be limited to one kind on every server.
  if ((from ?? to ?? null) === null) return { $eq: null };
  return { ...(from === undefined ? {} : { $gte: storedScalar(from) }), ...(to === undefined ? {} : { $lte: storedScalar(to) }) };
}

/** Makes the bounds after a value in the order of all kinds: the rest of its own kind, then each further kind. */
function beyond(value: Scalar, isDescending: boolean, isOneKind: boolean): Bounds[] {
  const kind = kindOf(value);
  const rest: Bounds[] = value === null ? [] : [isDescending ? { $lt: value } : { $gt: value }];
  if (isOneKind) return rest;
  const further = isDescending ? wholeKinds.slice(0, kind).reverse() : wholeKinds.slice(kind + 1);
  return [...rest, ...further];
}

/** All values of each kind, in the order of `kindOf`. */
const wholeKinds: readonly Bounds[] = [{ $eq: null }, { $gte: Number.NEGATIVE_INFINITY }, { $gte: '' }, { $gte: false }];
