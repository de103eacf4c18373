import { createHighWindow, type HighWindow } from '../../../market/price-series/high-window.ts';
import { highOf, judgePrice, type PriceBefore, type PriceGuard } from '../../../market/price-series/judge-price.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import type { BacktestPoint } from '../../../values/autopilot/backtest.ts';
import type { AgentFacts, PriceFact } from '../../../values/autopilot/facts.ts';
import type { AutopilotPolicy } from '../../../values/autopilot/policy.ts';
import { dropBps } from '../topic-values.ts';
import type { HistoryRow, PriceHistory } from './price-history.ts';

/** Counts for one token over all rows: how often the token's price was too old to be used, and how often a row had no price. */
export type PriceTally = { rows: number; stale: number; missing: number };

type Watched = {
  readonly token: Address;
  readonly tally: PriceTally;
  /** A token's latest price in the history, and the time of that price. A row without a price for the token uses this latest price. */
  said: { readonly usd: string; readonly atMs: number } | null;
  readonly window: HighWindow;
  before: PriceBefore | null;
  price: { readonly usd: string; readonly number: number } | null;
  fact: PriceFact;
  trimAtSize: number;
};

const FEWEST_TO_TRIM = 100;

const NO_PRICE: PriceFact = { kind: 'none', reason: 'no-price', detail: 'The history has no price of this token (yet).' };
const STALE_PRICE: PriceFact = { kind: 'none', reason: 'stale-price', detail: 'The last price in the history is too old.' };
/**
 * Safety score (0 to 100) of every token in a backtest. The safety scans of past times are not available, so every token is treated as
 * safe.
 */
const SAFE_SCORE = 100;

/**
 * Yields the price points of a history as a running agent would have seen them, and checks each price with the same guard (check for
 * implausible prices) as recorded prices. The history is read one row at a time, and a point contains only data of its own row and of
 * earlier rows, so no strategy can use later prices. A token without a price in a row keeps its last price and the age of that price. The
 * guard then treats the price as one that was not read again: it confirms no other price, and is ignored when it is too old.
 * @param tallies receives the price counts of each token for the points read so far
 */
export function* backtestPoints(
  history: PriceHistory,
  policy: AutopilotPolicy,
  guard: PriceGuard,
  tallies: Map<Address, PriceTally> = new Map(),
): Generator<BacktestPoint> {
  const lookbacks = policy.strategies.flatMap((one) => (one.type === 'dip_buy' ? [[one.tokenOut, one.lookbackSeconds] as const] : []));
  const longestMs = Math.max(0, ...lookbacks.map(([, seconds]) => seconds)) * 1000;
  const watched = new Map(policy.allowTokens.map((token) => [token, watch(token)]));
  for (const [token, { tally }] of watched) tallies.set(token, tally);
  const safety = Object.fromEntries(policy.allowTokens.map((token) => [token, { score: SAFE_SCORE, reason: 'backtest', atMs: 0 }]));

  for (const row of history.rows) {
    for (const one of watched.values()) see(one, row, guard, longestMs);
    yield pointOf(row, watched, lookbacks, safety);
  }
}

function watch(token: Address): Watched {
  return {
    token,
    tally: { rows: 0, stale: 0, missing: 0 },
    said: null,
    window: createHighWindow(),
    before: null,
    price: null,
    fact: NO_PRICE,
    trimAtSize: FEWEST_TO_TRIM,
  };
}

function see(one: Watched, { atMs, prices }: HistoryRow, guard: PriceGuard, longestMs: number): void {
  const { tally } = one;
  tally.rows += 1;
  const given = prices[one.token];
  if (given !== undefined) one.said = { usd: given, atMs };
  if (one.said === null) {
    tally.missing += 1;
    return;
  }
  const { usd } = one.said;
  const price = { usd, atMs: one.said.atMs, source: 'history' };
  const isStale = atMs - price.atMs > guard.maxAgeMs;
  if (isStale) tally.stale += 1;
  const judgement = judgePrice(price, one.before, atMs, guard);
  const doubt = judgement.isTrusted ? null : judgement.doubt;
  one.fact = isStale ? STALE_PRICE : { kind: 'price', ...price, isTrusted: judgement.isTrusted, doubt };
  one.before = {
    usd,
    doubted: judgement.isTrusted ? null : judgement.doubted,
    trustedUsd: judgement.isTrusted ? usd : (one.before?.trustedUsd ?? null),
  };
  if (one.price?.usd !== usd) one.price = { usd, number: Number(usd) };
  if (longestMs === 0) return;
  one.window.add({ startMs: atMs, endMs: atMs + 60_000, highUsd: highOf({ ...one.before, isTrusted: judgement.isTrusted }) });
  // While a price falls steadily, no point of the longest look-back window can be dropped, because each point is higher than all later
  // ones. Trimming the window at every point would then take hours for a long history, so the window is trimmed only when it has grown
  // enough.
  if (one.window.size() < one.trimAtSize) return;
  one.window.trim({ forgetBeforeMs: atMs - longestMs - 60_000, coarseBeforeMs: 0 });
  one.trimAtSize = one.window.size() * 2 + FEWEST_TO_TRIM;
}

function pointOf(
  { atMs }: HistoryRow,
  watched: ReadonlyMap<Address, Watched>,
  lookbacks: readonly (readonly [token: Address, seconds: number])[],
  safety: AgentFacts['safety'],
): BacktestPoint {
  const highOf = (token: Address, seconds: number) => watched.get(token)?.window.highSince(atMs - seconds * 1000) ?? null;
  return {
    atMs,
    priceOf: (token) => watched.get(token)?.price ?? null,
    valueOf(topic) {
      const [kind, , token, seconds] = topic.split('/');
      const price = isAddress(token) ? (watched.get(token)?.price ?? null) : null;
      if (!isAddress(token) || price === null) return undefined;
      if (kind === 'price') return price.number;
      const high = highOf(token, Number(seconds));
      return high === null ? undefined : dropBps(price.usd, high);
    },
    facts() {
      const prices: Record<Address, PriceFact> = {};
      for (const [token, { fact }] of watched) prices[token] = fact;
      const highs: Record<string, string> = {};
      for (const [token, seconds] of lookbacks) {
        const high = highOf(token, seconds);
        if (high !== null) highs[`${token}/${seconds}`] = high;
      }
      return { prices, highs, safety };
    },
  };
}
