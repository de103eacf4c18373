import { compareRationals, multiplyRationals, numberOfRational, type Rational } from '../../values/rational.ts';
import { weightedMedian } from './weighted-median.ts';

/**
 * A price of one token in another token, from a pool or from a path of two pools, with the weight that it has in a median of such prices.
 */
export type Voice = {
  /** Price of the input token as a fraction: the number of base units of the output token for one base unit of the input token. */
  readonly price: Rational;
  /**
   * Weight of the price: the pool's liquidity. The liquidity is the square root of the product of the two token amounts that a full-range
   * pool with this liquidity would contain. So it is the same in both directions of the pair. A false price with a high weight is
   * expensive, because the liquidity that gives it the weight is lost when others trade against the false price.
   */
  readonly liquidity: number;
  readonly overSeconds: number;
  /** Name of the pool, or of the two pools of the path, from which the price was computed. */
  readonly basis: string;
};

/** Maximum relative difference between the prices of two pools at which the prices count as equal (0.03 is 3 %). */
const AGREEMENT = 0.03;

/**
 * Minimum share (0.05 is 5 %) of a pool in the total liquidity of all pools from which a price is computed. Pools with a smaller share are
 * ignored.
 */
const LEAST_SHARE = 0.05;

/**
 * Returns the median of several prices, weighted by liquidity. To change the median, an attacker needs as much liquidity as all other pools
 * together. Small pools are ignored, unless all are small.
 * @returns null when there is no price. `liquidity` is the sum over all pools used, and `overSeconds` is the shortest history among them.
 * `basis` names the pool with the most liquidity whose price agrees with the median, so it changes when other pools determine the price
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

/**
 * Combines the prices of two pools into the price of a path through an intermediate token. The liquidity of the result is the smaller of
 * the two liquidities.
 */
export function throughBoth(first: Voice, second: Voice): Voice {
  return {
    price: multiplyRationals(first.price, second.price),
    // This price is a chain of two prices, and is only as liquid as the less liquid of them. To compare them, the liquidity of the second
    // price is converted, with the first price, to base units of the first input token.
    liquidity: Math.min(
      first.liquidity * Math.sqrt(numberOfRational(second.price)),
      second.liquidity / Math.sqrt(numberOfRational(first.price)),
    ),
    overSeconds: Math.min(first.overSeconds, second.overSeconds),
    basis: `${first.basis}+${second.basis}`,
  };
}

/** Returns the amount of the output token that a full-range pool with the price's liquidity would contain. */
export function depthOf({ price, liquidity }: Voice): number {
  return liquidity * Math.sqrt(numberOfRational(price));
}

function totalOf(voices: readonly Voice[]): number {
  return voices.reduce((sum, { liquidity }) => sum + liquidity, 0);
}
