import type { FeedFilter } from '../../data/feed-event.ts';

/** What the table shows: each is a member of the address's query, and empty when it is not asked for. */
export type ActorFilter = {
  readonly type: string;
  /** Several, separated by commas. */
  readonly status: string;
  readonly wallet: string;
  readonly chainId: string;
  readonly health: string;
  /** `1`, or empty. */
  readonly overdue: string;
  /** `1`, or empty. */
  readonly held: string;
  /** The beginning of an id, of a key, or of a wallet. */
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
  'search',
] as const satisfies readonly (keyof ActorFilter)[];

/** What can be asked for; by change, only few actors are sorted. */
export const SORTS = ['created', 'updated', 'wake'] as const;
export type Sort = (typeof SORTS)[number];
/** What a page came sorted by. */
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

/** As the API takes them; nothing that there is has a longer text. */
export const LONGEST_TEXT = 1_000;

/** Reads the address; what it cannot mean is left out, so that an old link shows something. */
export function viewOf(query: URLSearchParams): ActorsView {
  const get = (name: string) => (query.get(name)?.trim() ?? '').slice(0, LONGEST_TEXT);
  const search = get('search');
  // A search comes by id, and what is late by its wake time: the API takes one of them.
  const overdue = get('overdue') === '1' && search === '' ? '1' : '';
  const asked = SORTS.find((each) => each === get('sort')) ?? 'created';
  const sort = overdue === '1' ? 'wake' : asked;
  // The API's own, as long as it made it.
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
      search,
    },
    sort,
    // An order is of what it was asked with: of late actors, those that wait longest come first, whatever the list was sorted by before.
    order: get('order') === '' || sort !== asked ? firstOrderOf(sort) : get('order') === 'oldest' ? 'oldest' : 'newest',
    cursor,
    page: cursor !== '' && Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** What wakes next comes first; of other times the newest. */
export function firstOrderOf(sort: Sort): Order {
  return sort === 'wake' ? 'oldest' : 'newest';
}

/** The filter without its empty members, as the API takes it. */
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

/** What of the filter the feed can look at. The rest is found out by reading again. */
export function feedFilterOf({ type, wallet, chainId }: ActorFilter): FeedFilter {
  return { ...(type === '' ? {} : { type }), ...(wallet === '' ? {} : { wallet }), ...(chainId === '' ? {} : { chainId }) };
}
