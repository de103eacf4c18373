import { compareRationals, multiplyRationals, numberOfRational, type Rational } from '../../values/rational.ts';
import { weightedMedian } from './weighted-median.ts';

/** A price of one token in another from a pool, or from a path of two pools. */
export type Voice = {
  /** Base units of the other token for one base unit of this one. */
  readonly price: Rational;
  /**
   * Weight of the price: the pool's liquidity, the root of the product of both token amounts that a full-range pool would hold. It is the
   * same in both directions, and a false price costs more, not less, for the same weight.
   */
  readonly liquidity: number;
  readonly overSeconds: number;
  /** The pools from which the price comes. */
  readonly basis: string;
};

/** How far the price of a pool may be from another one and still agree with it. */
const AGREEMENT = 0.03;

/** Smallest share of the total liquidity that still counts. */
const LEAST_SHARE = 0.05;

/**
 * Returns the median price, weighted by liquidity: to move it, an attacker needs as much liquidity as all others together. Small pools do
 * not count, unless all are small.
 * @returns null without any price. `liquidity` is the sum of all that count, `overSeconds` the shortest, `basis` that of the
 * deepest that agrees with the price, so that it changes when the price passes over to other pools.
 */
export function weighVoices(voices: readonly Voice[]): Voice | null {
  const heard = voices.filter(({ liquidity, price }) => liquidity > 0 && price.numerator > 0n);
  const least = totalOf(heard) * LEAST_SHARE;
  const large = heard.filter(({ liquidity }) => liquidity >= least);
  const counted = (large.length > 0 ? large : heard).toSorted((a, b) => compareRationals(a.price, b.price));
  const median = weightedMedian(counted, ({ liquidity }) => liquidity);
  if (median === null) return null;
  const { price } = median;
  const agreeing = counted.filter((one) => Math.abs(numberOfRational(one.price) / numberOfRational(price) - 1) <= AGREEMENT);
  const { basis } = agreeing.reduce((best, one) => (one.liquidity > best.liquidity ? one : best));
  return { price, liquidity: totalOf(counted), overSeconds: Math.min(...counted.map((one) => one.overSeconds)), basis };
}

/** Combines two prices into one through a token in between. Its liquidity is that of the shallower half. */
export function throughBoth(first: Voice, second: Voice): Voice {
  return {
    price: multiplyRationals(first.price, second.price),
    // The input that each half can take, the second converted at the first's price, so that both are in the same unit.
    liquidity: Math.min(
      first.liquidity * Math.sqrt(numberOfRational(second.price)),
      second.liquidity / Math.sqrt(numberOfRational(first.price)),
    ),
    overSeconds: Math.min(first.overSeconds, second.overSeconds),
    basis: `${first.basis}+${second.basis}`,
  };
}

/** Amount of the other token that a price's liquidity stands for, as a full-range pool would hold it. */
export function depthOf({ price, liquidity }: Voice): number {
  return liquidity * Math.sqrt(numberOfRational(price));
}

function totalOf(voices: readonly Voice[]): number {
  return voices.reduce((sum, { liquidity }) => sum + liquidity, 0);
}
