import { divideRationals, floorRational, formatTrimmed, multiplyRationals, type Rational } from './rational.ts';
import { requireTokenDecimals } from './token-decimals.ts';

/**
 * Converts an amount in dollars to base units of a token at the token's price. The result is rounded down, so that rounding never exceeds a
 * USD cap.
 * @param usd dollars
 * @param priceUsd dollars for one whole token, above 0
 * @throws RangeError for a price of 0 or below
 */
export function usdToBaseUnits(usd: Rational, priceUsd: Rational, decimals: number): bigint {
  if (priceUsd.numerator <= 0n) throw new RangeError('A price must be above 0');
  requireTokenDecimals(decimals);
  const tokens = divideRationals(usd, priceUsd);
  return floorRational(multiplyRationals(tokens, { numerator: 10n ** BigInt(decimals), denominator: 1n }));
}

/** Converts an amount in base units of a token to its exact value in dollars. */
export function baseUnitsToUsd(amount: bigint, priceUsd: Rational, decimals: number): Rational {
  requireTokenDecimals(decimals);
  return multiplyRationals({ numerator: amount, denominator: 10n ** BigInt(decimals) }, priceUsd);
}

/**
 * Formats dollars as a decimal string, truncated toward zero after 18 fraction digits, without trailing zeros. The text never exceeds the
 * value.
 */
export function usdTextOf(usd: Rational): string {
  return formatTrimmed(usd, 18);
}
