import { percentText } from '../../values/inspection/plain-number.ts';
import { compareRationals, divideRationals, floorRational, multiplyRationals, type Rational } from '../../values/rational.ts';

const BPS = 10_000n;

/** The least that is `slippageBps` under the quote at most: rounded up, and never 0. */
export function minimumOutput(amountOut: bigint, slippageBps: number): bigint {
  const least = (amountOut * (BPS - BigInt(slippageBps)) + BPS - 1n) / BPS;
  return least > 0n ? least : 1n;
}

/** How many basis points `amount` is worse than `reference`, rounded up; 0 when it is as good or better. */
export function shortfallBps(amount: bigint, reference: Rational): number {
  const { numerator, denominator } = reference;
  if (numerator <= 0n || amount * denominator >= numerator) return 0;
  const missing = numerator - amount * denominator;
  return Number((missing * BPS + numerator - 1n) / numerator);
}

/** How many basis points two amounts are apart, of the smaller one, rounded up. */
export function apartBps(a: Rational, b: Rational): number {
  const [low, high] = compareRationals(a, b) < 0 ? [a, b] : [b, a];
  if (low.numerator <= 0n) return Number.POSITIVE_INFINITY;
  const { numerator, denominator } = divideRationals(high, low);
  return Number(((numerator - denominator) * BPS + denominator - 1n) / denominator);
}

/** Why a price was not gone by, for people. @param what two things that do not agree */
export function apartText(bps: number, what: string, allowedBps: number): string {
  const far = Number.isFinite(bps) ? percentText(bps) : 'infinitely far';
  return `${what} are ${far} apart; ${percentText(allowedBps)} is allowed.`;
}

/** Why a quote was not taken, for people: what a base unit is worth, they cannot know. */
export function shortfallText(worseBps: number, reference: keyof typeof REFERENCE_NAMES, allowedBps: number): string {
  return `The quote is ${percentText(worseBps)} worse than ${REFERENCE_NAMES[reference]}; ${percentText(allowedBps)} is allowed.`;
}

const REFERENCE_NAMES = {
  'pool-average': "the pools' average price",
  'price-service': 'what price services say',
  'trusted-price': 'the trusted price that its strategy decided by',
};

/** `amount` of one token in base units of another, by the dollar prices of both (dollars for one whole token, above 0). */
export function amountAtDollarPrices(
  amount: bigint,
  from: { readonly usd: Rational; readonly decimals: number },
  to: { readonly usd: Rational; readonly decimals: number },
): Rational {
  const worth = multiplyRationals({ numerator: amount * 10n ** BigInt(to.decimals), denominator: 10n ** BigInt(from.decimals) }, from.usd);
  return multiplyRationals(worth, { numerator: to.usd.denominator, denominator: to.usd.numerator });
}

/** Whole base units of a reference, for people. */
export function roundedDown(reference: Rational): string {
  return floorRational(reference).toString();
}
