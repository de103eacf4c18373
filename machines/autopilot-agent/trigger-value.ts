import type { Rational } from '../../src/values/rational.ts';

/** Bits that the quotient keeps: more than a double's 53, so that cutting them does not count beside the margin. */
const KEPT_BITS = 64;
/** Far above the 2^-53 by which a double, here or where a topic's value is made, may be off. */
const MARGIN = 2 ** -40;

/**
 * A fraction of 0 or more as a double that is surely below (or above) it, by less than one part in 10^12. For triggers only, which say
 * when to look: nothing is traded by it.
 */
export function doubleOf({ numerator, denominator }: Rational, side: 'below' | 'above'): number {
  if (numerator <= 0n) return 0;
  const shift = KEPT_BITS + denominator.toString(2).length - numerator.toString(2).length;
  const quotient = shift >= 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  const nearest = timesPowerOfTwo(Number(quotient), -shift);
  return Math.min(nearest * (side === 'below' ? 1 - MARGIN : 1 + MARGIN), Number.MAX_VALUE);
}

/** In two factors: one alone may be beyond a double's range where the product is not. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}
