import type { FindPage, FindQuery } from '../../runtime/operator/find-actors.ts';
import type { Operator } from '../../runtime/operator/operator.ts';
import type { StoreCounts } from '../../runtime/record/actor-store.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import type { Clock } from '../../values/clock.ts';
import type { BlockedGroup, BlockedTotals } from '../../values/inspection/blocked-totals.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { createSharedReading } from '../../values/shared-reading.ts';
import { typesIn } from './count-types.ts';

export type BlockedTotalsDeps = {
  readonly counts: () => Promise<StoreCounts>;
  readonly find: (query: FindQuery) => Promise<FindPage>;
  readonly blockedWhy: Operator['blockedWhy'];
  readonly clock: Clock;
};

/** Maximum number of blocked actors that one query returns. To find blocked actors, a query reads at most forty times as many records. */
const PAGE = 50;
/** Maximum number of queries for one actor type. If there are more blocked actors, the total is marked as a minimum. */
const MOST_PAGES = 10;
const WORST_FIRST = ['bad', 'warn', 'busy', 'calm'];

/**
 * Counts the blocked actors by type and reason. All viewers share one read of the store. After each read there is a pause, so that reads
 * take at most a twentieth of the time.
 */
export function createBlockedTotals(deps: BlockedTotalsDeps): () => Promise<BlockedTotals> {
  const { counts, find, blockedWhy, clock } = deps;

  async function blockedOf(type: string): Promise<{ readonly records: readonly ActorRecord[]; readonly isMore: boolean }> {
    const records: ActorRecord[] = [];
    const query: FindQuery = { type, isBlocked: true, sort: 'created', order: 'newest', limit: PAGE };
    let isMore = false;
    let pages = 0;
    for await (const { actors, cursor } of pagesOf((after) => find({ ...query, ...after }))) {
      records.push(...actors.map(({ record }) => record));
      isMore = cursor !== null;
      pages += 1;
      // A page that is not full means that the query has read its maximum number of records without finding enough blocked actors. The
      // search then stops.
      if (actors.length < PAGE || pages === MOST_PAGES) break;
    }
    return { records, isMore };
  }

  async function read(): Promise<Omit<BlockedTotals, 'countedAtMs'>> {
    const groups = new Map<string, BlockedGroup>();
    let isMore = false;
    for (const type of typesIn(await counts())) {
      const found = await blockedOf(type);
      isMore ||= found.isMore;
      for (const record of found.records) {
        const why = blockedWhy(record);
        // An actor whose reason to wait has the tone `calm` waits as it should. Such an actor is due at each tick only because its
        // condition is checked at each tick.
        if (why === null || why.tone === 'calm') continue;
        const key = `${type} ${why.code}`;
        const before = groups.get(key);
        groups.set(key, before === undefined ? { type, ...why, count: 1 } : { ...before, count: before.count + 1 });
      }
    }
    const rank = ({ tone }: BlockedGroup) => WORST_FIRST.indexOf(tone);
    return { groups: [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count), isMore };
  }

  const shared = createSharedReading(read, { clock });
  return async () => {
    const { value, atMs } = await shared();
    return { ...value, countedAtMs: atMs };
  };
}
