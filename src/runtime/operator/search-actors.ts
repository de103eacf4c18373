import type { ActorStore, BoundedCount, CountBounds, IdPage, ListFilter, ListPage, ListQuery, LoadedActor } from '../record/actor-store.ts';
import type { ActorRecord } from '../record/record.ts';
import { invalidCursor } from './found-cursor.ts';

/** Shorter ones begin too many wallets to be meant as one. */
const LEAST_OF_WALLET = 4;
/** Pages of the store that are looked through for one page of ours: a bound on what one look costs. */
const MOST_PAGES = 20;

/** One way in which a text can be meant: a stretch of one index. */
type Meaning = Pick<ListQuery, 'idPrefix' | 'walletPrefix' | 'type'> & { readonly sort: 'id' | 'wallet' };

/**
 * Actors of which the id, the key within its type, or the wallet begins with a text: first by id, then those of each type by key, then by
 * wallet, each actor once. The other filters go with it.
 */
export async function searchActors(
  store: Pick<ActorStore, 'list'>,
  types: readonly string[],
  text: string,
  query: ListQuery,
): Promise<ListPage> {
  const { cursor, limit, ...filter } = query;
  const meanings = meaningsOf(text, filter.type === undefined ? types : [filter.type]);
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

/** How many actors `searchActors` finds, up to `most`: by their ids alone, each once, without reading a record. */
export async function countSearch(
  store: Pick<ActorStore, 'listIds'>,
  types: readonly string[],
  text: string,
  { most, maxLooked, ...filter }: ListFilter & CountBounds,
): Promise<BoundedCount> {
  const found = new Set<string>();
  let pages = 0;
  for (const meaning of meaningsOf(text, filter.type === undefined ? types : [filter.type])) {
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
  return { count: found.size, isMore: false };
}

function meaningsOf(text: string, types: readonly string[]): readonly Meaning[] {
  const keys = types
    .filter((type) => !text.startsWith(`${type}/`))
    .map((type): Meaning => ({ type, idPrefix: `${type}/${text}`, sort: 'id' }));
  // Hex addresses are kept in lower case; those of other chains are as they are.
  const wallet = /^0x/i.test(text) ? text.toLowerCase() : text;
  const wallets: Meaning[] = wallet.length < LEAST_OF_WALLET || text.includes('/') ? [] : [{ walletPrefix: wallet, sort: 'wallet' }];
  return [{ idPrefix: text, sort: 'id' }, ...keys, ...wallets];
}

function isMeant({ id, type, keys }: ActorRecord, { idPrefix = '', walletPrefix, ...meaning }: Meaning): boolean {
  if (meaning.type !== undefined && meaning.type !== type) return false;
  return walletPrefix === undefined ? id.startsWith(idPrefix) : keys.wallet?.startsWith(walletPrefix) === true;
}

function placeOf(cursor: string | undefined): { at: number; inner: string | null } {
  if (cursor === undefined) return { at: 0, inner: null };
  const [, at, inner] = /^(\d{1,4})\.([\w-]*)$/.exec(cursor) ?? [];
  if (at === undefined || inner === undefined) throw invalidCursor();
  return { at: Number(at), inner: inner === '' ? null : inner };
}
