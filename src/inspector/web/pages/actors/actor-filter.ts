import type { FeedFilter } from '../../data/feed-event.ts';
import { readTime } from '../../kit/format.ts';

/** The filter of the actors' table. Each of its fields is a query parameter of the URL; an empty string means no filter. */
export type ActorFilter = {
  readonly type: string;
  /** Shows only actors with one of these statuses, which are separated by commas; an empty value means no filter. */
  readonly status: string;
  readonly wallet: string;
  readonly chainId: string;
  readonly health: string;
  /** The value `1` shows only overdue actors; an empty value means no filter. */
  readonly overdue: string;
  /** The value `1` shows only blocked actors; an empty value means no filter. */
  readonly held: string;
  /** Code of a reason: shows only actors that are blocked for the reason with this code. An empty value means no filter. */
  readonly blockedBy: string;
  /** Shows only actors whose last change is at or after this time (ISO 8601 in UTC); an empty value means no filter. */
  readonly changedFrom: string;
  /** Shows only actors whose last change is before this time (ISO 8601 in UTC); an empty value means no filter. */
  readonly changedTo: string;
  /** The search text: the start of an id, a key or a wallet. */
  readonly search: string;
};

export const FILTER_NAMES = [
  'type',
  'status',
  'wallet',
  'chainId',
  'health',
  'overdue',
  'held',
  'blockedBy',
  'changedFrom',
  'changedTo',
  'search',
] as const satisfies readonly (keyof ActorFilter)[];

/** The sort columns that a user can choose. For `updated`, the service sorts only a limited number of actors. */
export const SORTS = ['created', 'updated', 'wake'] as const;
export type Sort = (typeof SORTS)[number];
/** The sort column that the service used for a list. It can differ from the chosen column; with a search it is `id`. */
export type SortedBy = Sort | 'id';
export type Order = 'oldest' | 'newest';

export type ActorsView = {
  readonly filter: ActorFilter;
  readonly sort: Sort;
  readonly order: Order;
  readonly cursor: string;
  readonly page: number;
};

export const PAGE_SIZE = 50;

/** Maximum length of filter texts in the API, in characters; no existing value is longer. */
export const LONGEST_TEXT = 1_000;

/**
 * Reads the filter, order and position of the table from the URL. Invalid parameters are ignored, so that an old link still shows a list.
 */
export function viewOf(query: URLSearchParams): ActorsView {
  const get = (name: string) => (query.get(name)?.trim() ?? '').slice(0, LONGEST_TEXT);
  const search = get('search');
  // A search must be sorted by id and overdue actors by wake time, so the API accepts only one of these two filters.
  const overdue = get('overdue') === '1' && search === '' ? '1' : '';
  const asked = SORTS.find((each) => each === get('sort')) ?? 'created';
  const sort = overdue === '1' ? 'wake' : asked;
  // A cursor is not truncated to `LONGEST_TEXT`, because the API may create longer cursors.
  const cursor = query.get('cursor')?.trim() ?? '';
  const page = Number(get('page'));
  return {
    filter: {
      type: get('type'),
      status: get('status'),
      wallet: get('wallet'),
      chainId: /^[1-9][0-9]{0,14}$/.test(get('chainId')) ? get('chainId') : '',
      health: ['ok', 'backing-off', 'quarantined'].includes(get('health')) ? get('health') : '',
      overdue,
      held: get('held') === '1' ? '1' : '',
      changedFrom: readTime(query.get('changedFrom')),
      changedTo: readTime(query.get('changedTo')),
      blockedBy: /^[a-z0-9-]{1,60}$/.test(get('blockedBy')) ? get('blockedBy') : '',
      search,
    },
    sort,
    // A chosen sort direction applies only to the column for which it was chosen. The filter for overdue actors changes the column to the
    // wake time; the actors that have waited longest then come first.
    order: get('order') === '' || sort !== asked ? firstOrderOf(sort) : get('order') === 'oldest' ? 'oldest' : 'newest',
    cursor,
    page: cursor !== '' && Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** Returns the default direction of a sort column: for wake times the earliest first, otherwise the newest first. */
export function firstOrderOf(sort: Sort): Order {
  return sort === 'wake' ? 'oldest' : 'newest';
}

/** Returns the filter in the notation of the API, without empty fields. */
export function givenOf(filter: ActorFilter): Readonly<Record<string, string>> {
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])));
}

export function isFiltered(filter: ActorFilter): boolean {
  return FILTER_NAMES.some((name) => filter[name] !== '');
}

export function rowsPath({ filter, sort, order, cursor }: ActorsView): string {
  const query = new URLSearchParams({ ...givenOf(filter), sort, order, limit: String(PAGE_SIZE), fields: 'head' });
  if (cursor !== '') query.set('cursor', cursor);
  return `/api/operator/actors?${query}`;
}

export function countPath(filter: ActorFilter): string {
  const query = new URLSearchParams(givenOf(filter)).toString();
  return query === '' ? '/api/operator/actors/count' : `/api/operator/actors/count?${query}`;
}

/**
 * Returns those conditions of the filter that the live feed supports. Changes that concern the remaining conditions are found by reading
 * the list again.
 */
export function feedFilterOf({ type, wallet, chainId }: ActorFilter): FeedFilter {
  return { ...(type === '' ? {} : { type }), ...(wallet === '' ? {} : { wallet }), ...(chainId === '' ? {} : { chainId }) };
}
