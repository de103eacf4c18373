import type { ActorStore, ListPage, ListQuery } from '../record/actor-store.ts';
import { invalidCursor } from './found-cursor.ts';

/** Maximum number of matching actors that are sorted. Sorting reads all of them for each page, so a larger result is not sorted. */
const MOST_SORTED = 500;
/**
 * Maximum number of full records in memory at the same time, in addition to those of the returned page. For the other actors, only the sort
 * key is kept.
 */
const READ_AT_ONCE = 50;

/**
 * Lists actors by last change. That order has no index, so all matches are read and sorted, which is possible only when there are few.
 * Returns null when there are too many, or when the cursor belongs to another order; the caller then lists the actors in another order.
 */
export async function listUpdated(store: Pick<ActorStore, 'list' | 'load' | 'countUpTo'>, query: ListQuery): Promise<ListPage | null> {
  const { cursor, limit, order, maxLooked, ...filter } = query;
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return null;
  const { count, isMore } = await store.countUpTo(filter, { most: MOST_SORTED, maxLooked: maxLooked ?? MOST_SORTED });
  if (isMore || count > MOST_SORTED) {
    if (after === null) return null;
    throw invalidCursor();
  }
  const sign = order === 'oldest' ? 1 : -1;
  const compare = (a: Place, b: Place) => sign * (a.atMs - b.atMs || (a.id < b.id ? -1 : Number(a.id > b.id)));
  const rest = (await placesOf(store, { ...filter, order })).filter((place) => after === null || compare(place, after) > 0).sort(compare);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const loaded = await store.load(page.map(({ id }) => id));
  return { actors: loaded.filter((actor) => actor !== null), cursor: rest.length > limit && last !== undefined ? cursorOf(last) : null };
}

async function placesOf(store: Pick<ActorStore, 'list'>, filter: Omit<ListQuery, 'limit'>): Promise<Place[]> {
  const places: Place[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage = await store.list({ ...filter, limit: READ_AT_ONCE, ...(cursor === null ? {} : { cursor }) });
    for (const { record } of page.actors) places.push({ atMs: record.updatedAtMs, id: record.id });
    cursor = page.cursor;
    // Actors may have been created since the matches were counted. So up to twice the maximum number of matches is accepted here.
  } while (cursor !== null && places.length < 2 * MOST_SORTED);
  return places;
}

type Place = { readonly atMs: number; readonly id: string };

/** The cursor contains a dot. A cursor of the store never contains a dot, so the two kinds of cursors can be distinguished. */
function cursorOf({ atMs, id }: Place): string {
  return `u.${atMs}.${Buffer.from(id).toString('base64url')}`;
}

function placeOf(cursor: string): Place | null {
  const [, atMs, id] = /^u\.(\d{1,15})\.([\w-]+)$/.exec(cursor) ?? [];
  return atMs === undefined || id === undefined ? null : { atMs: Number(atMs), id: Buffer.from(id, 'base64url').toString() };
}
