import { compareByCodePoint } from '../code-point-order.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../page-cursor.ts';

/** The sort key of an item: the value by which items are sorted, and further numbers that decide the order of items with equal values. */
export type Place = readonly [string | number, ...number[]];

/**
 * Builds a result page from items with sort keys. The cursor is the sort key of the page's last item, so it stays valid when items are
 * inserted or removed.
 */
export function pageOf<T extends { readonly place: Place }>(
  all: readonly T[],
  query: {
    readonly order: 'oldest' | 'newest';
    readonly limit: number;
    readonly cursor?: string | undefined;
    /** Number of values in a sort key, and whether the first of them is a string. A cursor must match both. */
    readonly length: number;
    readonly isText: boolean;
  },
): { readonly page: readonly T[]; readonly cursor: string | null } {
  const { order, limit, cursor, length, isText } = query;
  const sign = order === 'oldest' ? 1 : -1;
  const after = cursor === undefined ? null : decodeCursor(cursor, length);
  if (after?.some((value, at) => typeof value !== (at === 0 && isText ? 'string' : 'number'))) throw invalidCursor();
  const compare = (a: Place, b: readonly unknown[]) => sign * comparePlaces(a, b);
  const rest = all.filter(({ place }) => after === null || compare(place, after) > 0).sort((a, b) => compare(a.place, b.place));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, cursor: rest.length > limit && last !== undefined ? encodeCursor(last.place) : null };
}

function comparePlaces(a: Place, b: readonly unknown[]): number {
  for (const [at, left] of a.entries()) {
    const right = b[at];
    let difference: number;
    if (typeof left === 'string' && typeof right === 'string') difference = compareByCodePoint(left, right);
    else if (typeof left === 'number' && typeof right === 'number' && Number.isSafeInteger(right)) difference = left - right;
    else throw invalidCursor();
    if (difference !== 0) return difference;
  }
  return 0;
}
