import type { KeyInfo } from '../../values/index-keys.ts';
import type { ActorStore, BoundedCount, CountBounds, IdPage, ListFilter, ListPage, ListQuery, LoadedActor } from '../record/actor-store.ts';
import type { ActorRecord } from '../record/record.ts';
import { invalidCursor } from './found-cursor.ts';

/** Minimum number of characters of a search text that is compared with index keys. Shorter texts match too many keys. */
const LEAST_OF_KEY = 4;
/** Maximum number of pages that are read from the store to fill one page of the result. */
const MOST_PAGES = 150;

/**
 * One way in which a search text can match: as the beginning of an id, of a key within a type, or of an index key. Each way is searched as
 * one range of an index.
 */
type Meaning = Pick<ListQuery, 'idPrefix' | 'keyPrefix' | 'type'> & { readonly sort: 'id' | 'key' };

/**
 * Actors that a search text means without being part of their stored keys, such as the actors of a transaction. `isMore`: true when there
 * may be more such actors than those in `ids`.
 */
export type NamedActors = { readonly ids: readonly string[]; readonly isMore: boolean };
export const NONE_NAMED: NamedActors = { ids: [], isMore: false };

/** The text of a search, and the actors that it names. */
export type SearchText = { readonly text: string; readonly named: NamedActors };

/** What a search text is compared with: the keys of actors of these types, and these index keys. */
export type Searched = { readonly types: readonly string[]; readonly keys: readonly Pick<KeyInfo, 'name' | 'prefixesOf'>[] };

/**
 * Finds actors with a text at the beginning of their id, of their key within the type, or of a searchable index key. Results are listed in
 * this order: the named actors, then by id, by key within each type, and by index key, each actor once. Other filters apply as well.
 */
export async function searchActors(
  store: Pick<ActorStore, 'list'>,
  searched: Searched,
  search: SearchText,
  query: ListQuery,
): Promise<ListPage> {
  const { cursor, limit, ...filter } = query;
  const meanings = meaningsOf(search, searched, filter.type);
  let { at, inner } = placeOf(cursor);
  const actors: LoadedActor[] = [];
  for (let pages = 0; pages < MOST_PAGES && at < meanings.length && actors.length < limit; pages += 1) {
    const meaning = meanings[at];
    if (meaning === undefined) break;
    const page: ListPage = await store.list({
      ...filter,
      ...meaning,
      limit: limit - actors.length,
      ...(inner === null ? {} : { cursor: inner }),
    });
    const earlier = meanings.slice(0, at);
    actors.push(...page.actors.filter(({ record }) => !earlier.some((other) => isMeant(record, other))));
    inner = page.cursor;
    if (inner === null) at += 1;
  }
  return { actors, cursor: at < meanings.length ? `${at}.${inner ?? ''}` : null };
}

/** Counts the results of `searchActors` up to `most`, using only ids, without reading records. */
export async function countSearch(
  store: Pick<ActorStore, 'listIds'>,
  searched: Searched,
  search: SearchText,
  { most, maxLooked, ...filter }: ListFilter & CountBounds,
): Promise<BoundedCount> {
  const found = new Set<string>();
  let pages = 0;
  for (const meaning of meaningsOf(search, searched, filter.type)) {
    let cursor: string | null = null;
    do {
      if (pages === MOST_PAGES) return { count: found.size, isMore: true };
      pages += 1;
      const after = cursor === null ? {} : { cursor };
      const page: IdPage = await store.listIds({ ...filter, ...meaning, order: 'oldest', limit: most + 1, maxLooked, ...after });
      for (const id of page.ids) found.add(id);
      if (found.size > most) return { count: most, isMore: true };
      cursor = page.cursor;
    } while (cursor !== null);
  }
  return { count: found.size, isMore: search.named.isMore };
}

function meaningsOf({ text, named }: SearchText, { types, keys }: Searched, ofType: string | undefined): readonly Meaning[] {
  const withinTypes = (ofType === undefined ? types : [ofType])
    .filter((type) => !text.startsWith(`${type}/`))
    .map((type): Meaning => ({ type, idPrefix: `${type}/${text}`, sort: 'id' }));
  const indexKeys = text.length < LEAST_OF_KEY ? [] : keys;
  const byIndexKey = indexKeys.flatMap(({ name, prefixesOf }) =>
    prefixesOf(text).map((prefix): Meaning => ({ keyPrefix: { name, prefix }, sort: 'key' })),
  );
  const ofNamed = named.ids.map((id): Meaning => ({ idPrefix: id, sort: 'id' }));
  return [...ofNamed, { idPrefix: text, sort: 'id' }, ...withinTypes, ...byIndexKey];
}

function isMeant({ id, type, keys }: ActorRecord, { idPrefix = '', keyPrefix, ...meaning }: Meaning): boolean {
  if (meaning.type !== undefined && meaning.type !== type) return false;
  if (keyPrefix === undefined) return id.startsWith(idPrefix);
  const value = keys[keyPrefix.name];
  return typeof value === 'string' && value.startsWith(keyPrefix.prefix);
}

function placeOf(cursor: string | undefined): { at: number; inner: string | null } {
  if (cursor === undefined) return { at: 0, inner: null };
  const [, at, inner] = /^(\d{1,4})\.([\w-]*)$/.exec(cursor) ?? [];
  if (at === undefined || inner === undefined) throw invalidCursor();
  return { at: Number(at), inner: inner === '' ? null : inner };
}
