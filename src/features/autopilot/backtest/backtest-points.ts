import { createHighWindow, type HighWindow } from '../../../market/price-series/high-window.ts';
import { highOf, judgePrice, type PriceBefore, type PriceGuard } from '../../../market/price-series/judge-price.ts';
import type { BacktestPoint } from '../../../values/autopilot/backtest.ts';
import type { AgentFacts, PriceFact } from '../../../values/autopilot/facts.ts';
import type { AutopilotPolicy } from '../../../values/autopilot/policy.ts';
import { dropBps } from '../topic-values.ts';
import type { HistoryRow, PriceHistory } from './price-history.ts';

/** How often a price of a history was one of before that exits refused for its age, and how often there was none; of all rows. */
export type PriceTally = { rows: number; stale: number; missing: number };

type Watched = {
  readonly token: string;
  readonly tally: PriceTally;
  /** The last one that the history has, and when it has it: what a source that has nothing new goes on to say. */
  said: { readonly usd: string; readonly atMs: number } | null;
  readonly window: HighWindow;
  before: PriceBefore | null;
  price: { readonly usd: string; readonly number: number } | null;
  fact: PriceFact;
  trimAtSize: number;
};

const FEWEST_TO_TRIM = 100;

const NO_PRICE: PriceFact = { kind: 'none', reason: 'no-price', detail: 'The history has no price of this token (yet).' };
/** A safety scan cannot be made of the past: every token counts as safe. */
const SAFE_SCORE = 100;

/**
 * The points of a history as ticks would have seen them, with the guard of the live price series on each price. It is read one row at a
 * time, and a point knows its own row and those before it: what comes later cannot be looked at. A token that a row has no price of keeps
 * the last one with its age, which the guard judges as it judges a source that has not looked again: it confirms nothing, and exits refuse it
 * when it is too old.
 * @param tallies is told of each token how its prices were, as far as the points were read
 */
export function* backtestPoints(
  history: PriceHistory,
  policy: AutopilotPolicy,
  guard: PriceGuard,
  tallies: Map<string, PriceTally> = new Map(),
): Generator<BacktestPoint> {
  const lookbacks = policy.strategies.flatMap((one) => (one.type === 'dip_buy' ? [[one.tokenOut, one.lookbackSeconds] as const] : []));
  const longestMs = Math.max(0, ...lookbacks.map(([, seconds]) => seconds)) * 1000;
  const watched = new Map(policy.allowTokens.map((token) => [token as string, watch(token)]));
  for (const [token, { tally }] of watched) tallies.set(token, tally);
  const safety = Object.fromEntries(policy.allowTokens.map((token) => [token, { score: SAFE_SCORE, reason: 'backtest', atMs: 0 }]));

  for (const row of history.rows) {
    for (const one of watched.values()) see(one, row, guard, longestMs);
    yield pointOf(row, watched, lookbacks, safety);
  }
}

function watch(token: string): Watched {
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
  if (atMs - price.atMs > guard.maxAgeMs) tally.stale += 1;
  const judgement = judgePrice(price, one.before, atMs, guard);
  one.fact = { kind: 'price', ...price, isTrusted: judgement.isTrusted, doubt: judgement.isTrusted ? null : judgement.doubt };
  one.before = {
    usd,
    doubted: judgement.isTrusted ? null : judgement.doubted,
    trustedUsd: judgement.isTrusted ? usd : (one.before?.trustedUsd ?? null),
  };
  if (one.price?.usd !== usd) one.price = { usd, number: Number(usd) };
  if (longestMs === 0) return;
  one.window.add({ startMs: atMs, endMs: atMs + 60_000, highUsd: highOf({ ...one.before, isTrusted: judgement.isTrusted }) });
  // A price that falls all the time keeps every point of the longest look-back: going through them at each would take hours.
  if (one.window.size() < one.trimAtSize) return;
  one.window.trim({ forgetBeforeMs: atMs - longestMs - 60_000, coarseBeforeMs: 0 });
  one.trimAtSize = one.window.size() * 2 + FEWEST_TO_TRIM;
}

function pointOf(
  { atMs }: HistoryRow,
  watched: ReadonlyMap<string, Watched>,
  lookbacks: readonly (readonly [token: string, seconds: number])[],
  safety: AgentFacts['safety'],
): BacktestPoint {
  const highOf = (token: string, seconds: number) => watched.get(token)?.window.highSince(atMs - seconds * 1000) ?? null;
  return {
    atMs,
    priceOf: (token) => watched.get(token)?.price ?? null,
    valueOf(topic) {
      const [kind, , token = '', seconds] = topic.split('/');
      const price = watched.get(token)?.price ?? null;
      if (price === null) return undefined;
      if (kind === 'price') return price.number;
      const high = highOf(token, Number(seconds));
      return high === null ? undefined : dropBps(price.usd, high);
    },
    facts() {
      const prices: Record<string, PriceFact> = {};
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
