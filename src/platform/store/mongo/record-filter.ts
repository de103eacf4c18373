import type { Filter, SortDirection } from 'mongodb';
import { kindOf, type QueryPlan } from '../record-query.ts';
import type { Scalar } from '../record-store.ts';
import { pathOf, type RecordRow, storedScalar } from './record-row.ts';

/** Bounds of one field. MongoDB compares with `$gt` and the like only within the bound's kind of values. */
type Bounds = { readonly [operator in '$eq' | '$gt' | '$gte' | '$lt' | '$lte']?: Scalar };

/** The fields that order a plan's answer, the last of which tells equals apart. */
export function orderPaths({ order }: QueryPlan, isUnique: boolean): string[] {
  // All fields of a unique key together are one document's: its index needs no tie-break, and has none.
  return isUnique ? order.map(pathOf) : [...order.map(pathOf), 'place'];
}

export function sortOf(paths: readonly string[], { isDescending }: QueryPlan): Map<string, SortDirection> {
  return new Map(paths.map((path) => [path, isDescending ? -1 : 1]));
}

/** What a plan asks for. */
export function planFilter({ equal, order, range }: QueryPlan): Filter<RecordRow> {
  const [first] = order;
  const filter: Record<string, Bounds> = equalBounds(equal);
  if (range !== null && first !== undefined) filter[pathOf(first)] = rangeBounds(range);
  return filter;
}

/**
 * What a plan asks for beyond the place of a page's end: (a, b) beyond (x, y) is a beyond x, or a = x and b beyond y. Each branch is one stretch
 * of the plan's index, in its order, so that the server merges stretches and neither scans from the start nor sorts.
 */
export function filterBeyond(plan: QueryPlan, paths: readonly string[], place: readonly Scalar[]): Filter<RecordRow> {
  const branches: Record<string, Bounds>[] = [];
  const same: Record<string, Bounds> = equalBounds(plan.equal);
  for (const [at, path] of paths.entries()) {
    const value = storedScalar(place[at] ?? null);
    // The range is over the first field of the order, and holds one kind of values only.
    const range = at === 0 && plan.order.length > 0 ? plan.range : null;
    const within = range === null ? {} : rangeBounds(range);
    for (const bounds of beyond(value, plan.isDescending, range !== null)) branches.push({ ...same, [path]: { ...within, ...bounds } });
    same[path] = { ...within, $eq: value };
  }
  // Nothing comes after it; and the server refuses an empty list.
  return branches.length === 0 ? { _id: { $in: [] } } : { $or: branches };
}

function equalBounds(equal: QueryPlan['equal']): Record<string, Bounds> {
  return Object.fromEntries(equal.map(([field, value]) => [pathOf(field), { $eq: storedScalar(value) }]));
}

/** Both ends inclusive. */
function rangeBounds({ from, to }: NonNullable<QueryPlan['range']>): Bounds {
  // Between null and null is null; `$gte: null` would have no kind to keep to on every server.
  if ((from ?? to ?? null) === null) return { $eq: null };
  return { ...(from === undefined ? {} : { $gte: storedScalar(from) }), ...(to === undefined ? {} : { $lte: storedScalar(to) }) };
}

/** What comes after a value in the order of all kinds: the rest of its own kind, and then each further kind whole. */
function beyond(value: Scalar, isDescending: boolean, isOneKind: boolean): Bounds[] {
  const kind = kindOf(value);
  const rest: Bounds[] = value === null ? [] : [isDescending ? { $lt: value } : { $gt: value }];
  if (isOneKind) return rest;
  const further = isDescending ? wholeKinds.slice(0, kind).reverse() : wholeKinds.slice(kind + 1);
  return [...rest, ...further];
}

/** All values of each kind, in the order of `kindOf`. */
const wholeKinds: readonly Bounds[] = [{ $eq: null }, { $gte: Number.NEGATIVE_INFINITY }, { $gte: '' }, { $gte: false }];
