import type { ReferenceRules } from './reference-rules.ts';
import { weightedMedian } from './weighted-median.ts';

/** The state of a trading pool at one block, as read from the chain. */
export type PoolReading = {
  /** Time of the block at which the pool was read, in unix seconds. */
  readonly atSec: number;
  /** Logarithm to base 1.0001 of the price of token0 in token1. */
  readonly tick: number;
  /** Liquidity of the pool, in the unit that `Voice.liquidity` describes. */
  readonly liquidity: number;
  /** The sums of prices over time that the pool itself stores (Uniswap v2); null when it stores none. */
  readonly sums: { readonly cumulative0: bigint; readonly cumulative1: bigint } | null;
};

/** One step of a pool's price history: the time between two consecutive readings of the pool. */
export type PoolStep = {
  readonly fromSec: number;
  readonly toSec: number;
  /** The price as a Uniswap tick: the mean during the step if the pool stores sums of prices, otherwise the price at the step's end. */
  readonly tick: number;
  /** The pool's liquidity at the step's start or at its end, whichever is lower. */
  readonly liquidity: number;
};

/** The price history of a pool: its newest reading, and the steps up to that reading, oldest first and without gaps. */
export type PoolHistory = { readonly newest: PoolReading | null; readonly steps: readonly PoolStep[] };

export type PoolMean = { readonly tick: number; readonly liquidity: number; readonly overSeconds: number };

/**
 * Maximum time in seconds between two readings of a pool. After a longer time the pool's history is discarded, since its state in between
 * is unknown.
 */
export const MOST_GAP_SECONDS = 600;
/**
 * Maximum number of steps in a pool's price history. If there are more, older steps are merged. The newest steps are never merged, because
 * prices for exits (protective sells) are computed from them.
 */
const MOST_STEPS = 240;
const FRESH_STEPS = 30;
/** Minimum number of steps of a pool's price history from which a price is computed, so that no price depends on one or two readings. */
const LEAST_STEPS = 3;
/** Minimum mean price of a Uniswap v2 pool, as its 112-bit fixed-point number. A lower price would be less precise than a Uniswap tick. */
const LEAST_MEAN = 2 ** 16;
const MOST_MEAN = 2 ** 224;
const LOG_OF_TICK = Math.log(1.0001);

export const EMPTY_HISTORY: PoolHistory = { newest: null, steps: [] };

/**
 * Adds a reading of a pool to its history, and removes steps older than `keepSeconds`. A reading whose block is not newer than the last one
 * has no effect.
 */
export function withReading(history: PoolHistory, reading: PoolReading, keepSeconds: number): PoolHistory {
  const { newest, steps } = history;
  // When a pool has no liquidity at a reading, its history is discarded: whoever adds liquidity next can choose the price.
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

/** When a price history has too many steps, merges two neighbouring steps of its older part: those that are shortest together. */
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
 * Returns the mean price and liquidity of a pool's history up to its newest reading; null when the history covers less time than the rules
 * require. The price is the median over time, so a price that applied for less than half of the time has no effect. The liquidity is the
 * harmonic mean, so a time with little liquidity lowers it strongly.
 */
export function meanOf({ newest, steps }: PoolHistory, rules: ReferenceRules): PoolMean | null {
  const { windowSeconds, priceSeconds, leastSeconds } = rules;
  const [oldest] = steps;
  if (newest === null || oldest === undefined) return null;
  const overSeconds = Math.min(windowSeconds, newest.atSec - oldest.fromSec);
  if (overSeconds < leastSeconds) return null;
  if (steps.length < LEAST_STEPS) return null;
  const lately = since(steps, newest.atSec - priceSeconds);
  // After a gap in the readings of a pool, the last steps get equal weights. If steps were weighted by their duration, the first reading
  // after the gap would count for the whole gap.
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
 * Returns the mean tick between two readings from the price sums that the pool stores. The mean prices of token0 in token1 and of
 * token1 in token0 are averaged, because the mean of a price exceeds the inverse of the mean of its inverse, and more so the more the
 * price varies. Null when the sums are too imprecise, or impossible.
 */
function meanTick({ atSec, sums: before }: PoolReading, { atSec: nowSec, sums: now }: PoolReading): number | null {
  if (before === null || now === null) return null;
  const mean = (from: bigint, to: bigint) => Number(BigInt.asUintN(256, to - from)) / (nowSec - atSec);
  const mean0 = mean(before.cumulative0, now.cumulative0);
  const mean1 = mean(before.cumulative1, now.cumulative1);
  if ([mean0, mean1].some((one) => one < LEAST_MEAN || one > MOST_MEAN)) return null;
  return (Math.log(mean0) - Math.log(mean1)) / (2 * LOG_OF_TICK);
}

/** Returns the Uniswap tick for a price of token0 in token1. */
export function tickOfPrice(price: number): number {
  return Math.log(price) / LOG_OF_TICK;
}
