import { compareRationals, type Rational } from '../../../src/values/rational.ts';
import { baseUnitsToUsd } from '../../../src/values/usd.ts';

/** Minimum value of a trade, in dollars (one cent). For a smaller trade, gas and rounding cost more than the trade is worth. */
const LEAST_USD: Rational = { numerator: 1n, denominator: 100n };
export const ONE: Rational = { numerator: 1n, denominator: 1n };
const BPS = 10_000n;

export function isDustUsd(usd: Rational): boolean {
  return compareRationals(usd, LEAST_USD) < 0;
}

export function isDust(amount: bigint, priceUsd: Rational, decimals: number): boolean {
  return isDustUsd(baseUnitsToUsd(amount, priceUsd, decimals));
}

export function bps(value: number): Rational {
  return { numerator: BigInt(value), denominator: BPS };
}

/** Returns `1 + value / 10000` as a fraction; `value` is in basis points and may be negative. */
export function onePlusBps(value: number): Rational {
  return { numerator: BPS + BigInt(value), denominator: BPS };
}

export function minusRationals(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.denominator - b.numerator * a.denominator, denominator: a.denominator * b.denominator };
}
