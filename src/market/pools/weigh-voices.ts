import { compareRationals, multiplyRationals, numberOfRational, type Rational } from '../../values/rational.ts';

/** What a pool, or a way through two, says of the price of one token in another. */
export type Voice = {
  /** Base units of the other token for one of this. */
  readonly price: Rational;
  /**
   * How much it counts: liquidity as a pool has it, the root of the product of what a pool over all prices would hold of both tokens. It says the
   * same in both directions, and one that lies about the price costs more for as much of it, not less.
   */
  readonly liquidity: number;
  readonly overSeconds: number;
  /** The pools behind it. */
  readonly basis: string;
};

/** A smaller share of all the liquidity says nothing. */
const LEAST_SHARE = 0.05;

/**
 * The median of what is said, weighted by liquidity: who wants to move it needs as much liquidity as all others together. The small ones are
 * left out, unless all are small.
 * @returns null when nobody says anything. `liquidity` is that of all that count, `overSeconds` the shortest, `basis` that of the deepest.
 */
export function weighVoices(voices: readonly Voice[]): Voice | null {
  const heard = voices.filter(({ liquidity, price }) => liquidity > 0 && price.numerator > 0n);
  const least = totalOf(heard) * LEAST_SHARE;
  const large = heard.filter(({ liquidity }) => liquidity >= least);
  const counted = (large.length > 0 ? large : heard).toSorted((a, b) => compareRationals(a.price, b.price));
  const total = totalOf(counted);
  let below = 0;
  for (const { price, liquidity } of counted) {
    below += liquidity;
    if (below * 2 < total) continue;
    const deepest = counted.reduce((best, one) => (one.liquidity > best.liquidity ? one : best));
    return { price, liquidity: total, overSeconds: Math.min(...counted.map((one) => one.overSeconds)), basis: deepest.basis };
  }
  return null;
}

/** The price of the way through a token between: no deeper than the shallower half of it. */
export function throughBoth(first: Voice, second: Voice): Voice {
  return {
    price: multiplyRationals(first.price, second.price),
    // The input that either half takes, the second's by the first's price, in the units of the whole.
    liquidity: Math.min(
      first.liquidity * Math.sqrt(numberOfRational(second.price)),
      second.liquidity / Math.sqrt(numberOfRational(first.price)),
    ),
    overSeconds: Math.min(first.overSeconds, second.overSeconds),
    basis: `${first.basis}+${second.basis}`,
  };
}

/** How much of the other token a voice has to give, as a pool over all prices would hold it. */
export function depthOf({ price, liquidity }: Voice): number {
  return liquidity * Math.sqrt(numberOfRational(price));
}

function totalOf(voices: readonly Voice[]): number {
  return voices.reduce((sum, { liquidity }) => sum + liquidity, 0);
}
