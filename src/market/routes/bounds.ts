import { percentText } from '../../values/inspection/plain-number.ts';
import { compareRationals, divideRationals, floorRational, multiplyRationals, type Rational } from '../../values/rational.ts';

const BPS = 10_000n;

/** Returns the minimum output of a trade for a quoted output and a maximum slippage. It is rounded up and at least 1. */
export function minimumOutput(amountOut: bigint, slippageBps: number): bigint {
  const least = (amountOut * (BPS - BigInt(slippageBps)) + BPS - 1n) / BPS;
  return least > 0n ? least : 1n;
}

/** Returns by how many basis points `amount` is below `reference`, rounded up; 0 when it is not below. */
export function shortfallBps(amount: bigint, reference: Rational): number {
  const { numerator, denominator } = reference;
  if (numerator <= 0n || amount * denominator >= numerator) return 0;
  const missing = numerator - amount * denominator;
  return Number((missing * BPS + numerator - 1n) / numerator);
}

/** Returns the difference between two amounts in basis points of the smaller one, rounded up. */
export function apartBps(a: Rational, b: Rational): number {
  const [low, high] = compareRationals(a, b) < 0 ? [a, b] : [b, a];
  if (low.numerator <= 0n) return Number.POSITIVE_INFINITY;
  const { numerator, denominator } = divideRationals(high, low);
  return Number(((numerator - denominator) * BPS + denominator - 1n) / denominator);
}

/** Returns a text for users that two prices differ too much. @param what a description of the two prices */
export function apartText(bps: number, what: string, allowedBps: number): string {
  const far = Number.isFinite(bps) ? percentText(bps) : 'infinitely far';
  return `${what} differ by ${far}, but at most ${percentText(allowedBps)} is allowed.`;
}

/** Returns a text for users that explains why a quote was refused. It states percentages, because base units mean nothing to users. */
export function shortfallText(worseBps: number, reference: keyof typeof REFERENCE_NAMES, allowedBps: number): string {
  return `The quote is ${percentText(worseBps)} worse than ${REFERENCE_NAMES[reference]}, but at most ${percentText(allowedBps)} is allowed.`;
}

const REFERENCE_NAMES = {
  'pool-average': "the pools' average price",
  'price-service': "the price services' price",
  'trusted-price': 'the reliable price that the strategy used',
};

/**
 * Converts an amount of one token to base units of another token, by the dollar prices of both tokens (dollars for one whole token, above
 * 0).
 */
export function amountAtDollarPrices(
  amount: bigint,
  from: { readonly usd: Rational; readonly decimals: number },
  to: { readonly usd: Rational; readonly decimals: number },
): Rational {
  const worth = multiplyRationals({ numerator: amount * 10n ** BigInt(to.decimals), denominator: 10n ** BigInt(from.decimals) }, from.usd);
  return multiplyRationals(worth, { numerator: to.usd.denominator, denominator: to.usd.numerator });
}

/** Formats the output amount at a reference price in whole base units, rounded down, for display. */
export function roundedDown(reference: Rational): string {
  return floorRational(reference).toString();
}
