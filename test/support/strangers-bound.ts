import { settingsOf } from '../../src/config/compile-settings.ts';
import { loadConfig } from '../../src/config.ts';
import { autopilotSettings } from '../../src/features/autopilot/settings.ts';
import { MAX_CLAIM_CHARACTERS } from '../../src/features/dca/check-claim.ts';
import { MOST_CHARACTERS } from '../../src/features/orders/create-orders.ts';
import { tradesSettings } from '../../src/features/trades/settings.ts';
import { MOST_PROVED, MOST_UNPROVED } from '../../src/http/strangers/bounds.ts';

/**
 * Measured sizes in bytes, see "How state grows" in docs/operations.md: of a new actor, of each further revision, and of a row of a
 * collection without its text.
 */
const [ACTOR, REVISION, ROW] = [2_350, 405, 1_200];
/**
 * Number of status checks of a trade until it is given up after a day (18 in the first hour, then one per hour), and the bytes that each
 * check stores, measured during a day without a chain.
 */
export const [LOOKS_AT_A_TRADE, LOOK_AT_A_TRADE] = [41, 1_750];
/** Bytes that a trade stores in total, including all its checks. */
export const TRADE_BYTES = ACTOR + LOOK_AT_A_TRADE * LOOKS_AT_A_TRADE;
export const REVISION_BYTES = REVISION;
const config = loadConfig({});
const { rateLimitPerMinute } = config;
export const MOST_UNSEEN_TRADES = settingsOf(config, tradesSettings).maxUnseenTrades;
/**
 * Limits for a flood of trades, in which one client creates as many trades as the rate limit allows. `SECONDS_IN_FLOOD`: for how long a
 * trade is checked before newer trades evict it. `LOOKS_IN_FLOOD`: number of its checks in that time; the delay before each check grows.
 */
export const SECONDS_IN_FLOOD = (MOST_UNSEEN_TRADES * 60) / rateLimitPerMinute;
export const LOOKS_IN_FLOOD = [10, 30, 70, 150, 310, 610, 910].filter((second) => second <= SECONDS_IN_FLOOD).length;
/** Bytes that a trade stores during such a flood, including the revisions in which it gets its hash and in which it is evicted. */
export const TRADE_IN_FLOOD_BYTES = ACTOR + LOOK_AT_A_TRADE * LOOKS_IN_FLOOD + 2 * REVISION;
/**
 * Maximum number of dry runs of agents. Each dry run makes at most one trade per minute, which stores two steps with an effect and a row of
 * its activity.
 */
export const MOST_DRY_RUNS = settingsOf(config, autopilotSettings).maxDryRuns;
export const PAPER_TRADE_BYTES = 2 * LOOK_AT_A_TRADE + ROW;
/**
 * Maximum size of SQLite's write-ahead log in bytes: 8,000 pages with headers before they are copied into the database file, and what is
 * written during the copying.
 */
export const MOST_LOG_BYTES = 2 * 8_000 * 4_120;
export const RATE_BY_DEFAULT = rateLimitPerMinute;

/** Kinds of data with a limit for all clients together, as listed in docs/operations.md, "How much strangers can write". */
export const boundedKinds = {
  records: {
    what: 'records of DCA that wait, and what was merged into them',
    most: MOST_UNPROVED,
    bytes: ACTOR + ROW + 2 * MAX_CLAIM_CHARACTERS,
  },
  orders: { what: 'orders', most: MOST_UNPROVED, bytes: ROW + MOST_CHARACTERS },
  sentences: { what: 'sentences', most: MOST_UNPROVED, bytes: 2 * ROW },
  smartAccounts: { what: 'smart accounts', most: MOST_PROVED, bytes: ROW },
} as const;

/**
 * Numbers of requests that may store data, by kind: one number for each kind of `boundedKinds`, one for new trades, and one (`moves`) for
 * changes of existing actors.
 */
export type Requests = Readonly<Record<keyof typeof boundedKinds | 'trades' | 'moves', number>>;

/** Computes the maximum number of bytes that these requests may store on the disk, by the documented limits. */
export function mostOnDisk(requests: Requests): number {
  const kinds = Object.entries(boundedKinds) as [keyof typeof boundedKinds, (typeof boundedKinds)[keyof typeof boundedKinds]][];
  const bounded = kinds.reduce((sum, [name, { most, bytes }]) => sum + Math.min(most, requests[name]) * bytes, 0);
  return bounded + requests.trades * TRADE_BYTES + requests.moves * REVISION_BYTES;
}
