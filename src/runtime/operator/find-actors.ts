import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { ActorStore, BoundedCount, ListPage, ListQuery, LoadedActor } from '../record/actor-store.ts';
import { type createBlockTest, listBlocked, type OperatorFilter, withoutRecordFilters } from './blocked.ts';
import { listOverdue } from './list-overdue.ts';
import { listUpdated } from './list-updated.ts';
import { countSearch, type NamedActors, NONE_NAMED, type Searched, searchActors } from './search-actors.ts';

export type ActorSearch = OperatorFilter & {
  /**
   * The text to search for. It is compared with the beginning of an actor's id, of its key within any type, and of its searchable index
   * keys.
   */
  readonly search?: string;
  /** Further actors that the text means. They come first in the result, and other filters apply to them as well. */
  readonly named?: NamedActors;
};
export type FindQuery = ActorSearch & {
  readonly sort: 'created' | 'updated' | 'wake';
  readonly order: ListQuery['order'];
  readonly limit: number;
  readonly cursor?: string;
};
export type FindPage = {
  /** The actors that were found. There may be fewer than the limit, or none, although more results follow after `cursor`. */
  readonly actors: readonly LoadedActor[];
  readonly cursor: string | null;
  /**
   * The order of the result, which may differ from the requested one. A search and a prefix are sorted by id, and overdue actors by wake
   * time. A large result cannot be sorted by last change, because that order has no index (each commit would have to update such an index);
   * it is sorted by creation instead.
   */
  readonly sort: 'created' | 'updated' | 'wake' | 'id';
};

export type Finder = {
  readonly find: (query: FindQuery) => Promise<FindPage>;
  readonly count: (query: ActorSearch) => Promise<BoundedCount>;
};

/** Maximum number of non-matching actors that a search scans for one page of results. */
export const MOST_LOOKED = 5_000;
const MOST_COUNTED = 10_000;
const MOST_LOOKED_TO_COUNT = 20_000;
/** The maximum number of matches that are counted by reading actors, when an index alone cannot count them. */
const MOST_FOUND_TO_COUNT = 500;
/**
 * The maximum number of records in memory at the same time, for late and blocked actors, which can be recognized only from their records.
 */
const READ_AT_ONCE = 50;

/** Finds actors for an operator. Every query reads a limited amount of the store. */
export function createFinder(deps: {
  readonly store: Pick<ActorStore, 'list' | 'listIds' | 'load' | 'countUpTo'>;
  readonly searched: Searched;
  readonly isPaused: IsPaused;
  readonly blockTest: ReturnType<typeof createBlockTest>;
}): Finder {
  const { store, searched, isPaused } = deps;

  async function findAny({ search, named = NONE_NAMED, sort, ...query }: FindQuery): Promise<FindPage> {
    const bounded = { ...query, maxLooked: MOST_LOOKED };
    if (search !== undefined) {
      if (query.idPrefix !== undefined || query.wakeBeforeMs !== undefined) throw notTogether();
      return { ...(await searchActors(store, searched, { text: search, named }, bounded)), sort: 'id' };
    }
    const { wakeBeforeMs, idPrefix } = query;
    if (wakeBeforeMs !== undefined) {
      return { ...(await listOverdue(store, { ...bounded, sort: 'wake' }, wakeBeforeMs, isPaused)), sort: 'wake' };
    }
    if (idPrefix !== undefined) return { ...(await store.list({ ...bounded, sort: 'id' })), sort: 'id' };
    if (sort !== 'updated') return { ...(await store.list({ ...bounded, sort })), sort };
    const page: ListPage | null = await listUpdated(store, bounded);
    return page === null ? { ...(await store.list({ ...bounded, sort: 'created' })), sort: 'created' } : { ...page, sort };
  }

  function find(asked: FindQuery): Promise<FindPage> {
    const query = withoutRecordFilters(asked);
    const test = deps.blockTest(asked);
    if (test === null) return findAny(query);
    // A list of blocked actors that should be sorted by last change is sorted by creation instead. Sorting by last change reads all
    // matches, which would be repeated for each page that the search scans.
    return listBlocked(findAny, { ...query, sort: query.sort === 'updated' ? 'created' : query.sort }, test);
  }

  async function countByRecords(filter: ActorSearch): Promise<BoundedCount> {
    let count = 0;
    let cursor: string | null = null;
    do {
      const limit = Math.min(READ_AT_ONCE, MOST_FOUND_TO_COUNT - count);
      const page: FindPage = await find({ ...filter, sort: 'created', order: 'oldest', limit, ...(cursor === null ? {} : { cursor }) });
      count += page.actors.length;
      cursor = page.cursor;
      // A page of results that is not full means that the search has reached its limit of scanned actors, so counting stops here.
      if (page.actors.length < limit) break;
    } while (cursor !== null && count < MOST_FOUND_TO_COUNT);
    return { count, isMore: cursor !== null };
  }

  return {
    find,
    async count(filter) {
      if (deps.blockTest(filter) !== null) return await countByRecords(filter);
      const { search, named = NONE_NAMED, ...rest } = withoutRecordFilters(filter);
      if (search !== undefined) {
        if (rest.idPrefix !== undefined || rest.wakeBeforeMs !== undefined) throw notTogether();
        return await countSearch(store, searched, { text: search, named }, { ...rest, most: MOST_FOUND_TO_COUNT, maxLooked: MOST_LOOKED });
      }
      if (rest.wakeBeforeMs !== undefined) return await countByRecords(rest);
      return await store.countUpTo(rest, { most: MOST_COUNTED, maxLooked: MOST_LOOKED_TO_COUNT });
    },
  };
}

function notTogether(): TerminalError {
  const message = '`search` cannot be combined with `prefix` or `overdue`. Send only one of them.';
  return new TerminalError({ code: 'filters-not-together', status: 400, message });
}
