import type { ReferenceRules } from './reference-rules.ts';
import { weightedMedian } from './weighted-median.ts';

/** What a pool was found to be at one block. */
export type PoolReading = {
  /** Time of the block, unix seconds. */
  readonly atSec: number;
  /** Logarithm of the price of token0 in token1 to the base 1.0001. */
  readonly tick: number;
  /** See `Voice.liquidity`. */
  readonly liquidity: number;
  /** Sums of prices over time that the pool keeps itself (Uniswap v2); null: it keeps none. */
  readonly sums: { readonly cumulative0: bigint; readonly cumulative1: bigint } | null;
};

/** A part of a pool's history: the time between two readings. */
export type PoolStep = {
  readonly fromSec: number;
  readonly toSec: number;
  /** Mean price of a pool that keeps sums; otherwise the price at the end. */
  readonly tick: number;
  /** The lower of both ends. */
  readonly liquidity: number;
};

/** Steps without a gap, oldest first, up to the newest reading. */
export type PoolHistory = { readonly newest: PoolReading | null; readonly steps: readonly PoolStep[] };

export type PoolMean = { readonly tick: number; readonly liquidity: number; readonly overSeconds: number };

/** A longer time without a reading ends a pool's history: nobody saw what it was in between. */
export const MOST_GAP_SECONDS = 600;
/** Bound of a history's steps, for long windows. The newest steps are not joined: the prices for exits come from them. */
const MOST_STEPS = 240;
const FRESH_STEPS = 30;
/** Least number of steps from which a price is taken, so that none rests on one or two readings. */
const LEAST_STEPS = 3;
/** Prices of Uniswap v2 have 112 binary digits in their fraction. Below this they are coarser than a tick. */
const LEAST_MEAN = 2 ** 16;
const MOST_MEAN = 2 ** 224;
const LOG_OF_TICK = Math.log(1.0001);

export const EMPTY_HISTORY: PoolHistory = { newest: null, steps: [] };

/** Adds a reading, and removes what is older than `keepSeconds`. A reading of a block that is not newer changes nothing. */
export function withReading(history: PoolHistory, reading: PoolReading, keepSeconds: number): PoolHistory {
  const { newest, steps } = history;
  // A moment without liquidity ends the history: whoever opens the pool again chooses its price.
  if (!(reading.liquidity > 0)) return EMPTY_HISTORY;
  const begin: PoolHistory = { newest: reading, steps: [] };
  if (newest === null) return begin;
  const seconds = reading.atSec - newest.atSec;
  if (Math.abs(seconds) > MOST_GAP_SECONDS) return begin;
  if (seconds <= 0) return history;
  const tick = reading.sums === null ? reading.tick : meanTick(newest, reading);
  if (tick === null) return begin;
  const step = { fromSec: newest.atSec, toSec: reading.atSec, tick, liquidity: Math.min(newest.liquidity, reading.liquidity) };
  const fromSec = reading.atSec - keepSeconds;
  return { newest: reading, steps: thinned([...steps.filter(({ toSec }) => toSec > fromSec), step]) };
}

/** Joins the two older neighbours that are shortest together, when there are too many steps. */
function thinned(steps: readonly PoolStep[]): readonly PoolStep[] {
  if (steps.length <= MOST_STEPS) return steps;
  const lengths = steps.slice(0, -FRESH_STEPS).map((step, index) => (steps[index + 1]?.toSec ?? step.toSec) - step.fromSec);
  const at = lengths.indexOf(Math.min(...lengths));
  const [first, second] = steps.slice(at, at + 2);
  if (first === undefined || second === undefined) return steps;
  return [...steps.slice(0, at), joined(first, second), ...steps.slice(at + 2)];
}

function joined(first: PoolStep, second: PoolStep): PoolStep {
  const [a, b] = [first.toSec - first.fromSec, second.toSec - second.fromSec];
  return {
    ...{ fromSec: first.fromSec, toSec: second.toSec },
    tick: (first.tick * a + second.tick * b) / (a + b),
    liquidity: (a + b) / (a / first.liquidity + b / second.liquidity),
  };
}

/**
 * Returns the mean of a history up to its newest reading; null when it covers less than the rules require. The price is the median over
 * time, so that a price that was held for less than half of it does not count; the liquidity is the harmonic mean, so that liquidity that
 * was missing for a part of it counts little.
 */
export function meanOf({ newest, steps }: PoolHistory, rules: ReferenceRules): PoolMean | null {
  const { windowSeconds, priceSeconds, leastSeconds } = rules;
  const [oldest] = steps;
  if (newest === null || oldest === undefined) return null;
  const overSeconds = Math.min(windowSeconds, newest.atSec - oldest.fromSec);
  if (overSeconds < leastSeconds) return null;
  if (steps.length < LEAST_STEPS) return null;
  const lately = since(steps, newest.atSec - priceSeconds);
  // After a gap the last steps count alike: otherwise the first reading would count for all of the gap.
  const priced = lately.length < LEAST_STEPS ? steps.slice(-LEAST_STEPS).map((step) => ({ ...step, seconds: 1 })) : lately;
  const inWindow = since(steps, newest.atSec - overSeconds);
  const weight = inWindow.reduce((sum, { seconds, liquidity }) => sum + seconds / liquidity, 0);
  const sorted = priced.toSorted((a, b) => a.tick - b.tick);
  const median = weightedMedian(sorted, ({ seconds }) => seconds);
  return median === null ? null : { tick: median.tick, liquidity: overSeconds / weight, overSeconds };
}

type Part = { readonly seconds: number; readonly tick: number; readonly liquidity: number };

function since(steps: readonly PoolStep[], fromSec: number): readonly Part[] {
  return steps.flatMap((step) => {
    const seconds = step.toSec - Math.max(step.fromSec, fromSec);
    return seconds > 0 ? [{ seconds, tick: step.tick, liquidity: step.liquidity }] : [];
  });
}

/**
 * Returns the mean tick between two readings from the pool's own sums. Both directions are averaged: the mean of a price exceeds the
 * inverse of the mean of its inverse, the more the price varies. Null when the sums are too coarse, or impossible.
 */
function meanTick({ atSec, sums: before }: PoolReading, { atSec: nowSec, sums: now }: PoolReading): number | null {
  if (before === null || now === null) return null;
  const mean = (from: bigint, to: bigint) => Number(BigInt.asUintN(256, to - from)) / (nowSec - atSec);
  const mean0 = mean(before.cumulative0, now.cumulative0);
  const mean1 = mean(before.cumulative1, now.cumulative1);
  if ([mean0, mean1].some((one) => one < LEAST_MEAN || one > MOST_MEAN)) return null;
  return (Math.log(mean0) - Math.log(mean1)) / (2 * LOG_OF_TICK);
}

/** Returns the tick of a price in token1 for one token0. */
export function tickOfPrice(price: number): number {
  return Math.log(price) / LOG_OF_TICK;
}
