import type { Rational } from './rational.ts';

/**
 * Number of bits to which the quotient is computed. A JavaScript number (a double) has 53 bits, so the error of the quotient is small
 * compared with `MARGIN`.
 */
const KEPT_BITS = 64;
/**
 * Relative safety margin. It is far larger than the rounding error of a JavaScript number (2^-53) in either of the two values that a
 * trigger compares.
 */
const MARGIN = 2 ** -40;

/**
 * Converts a fraction of at least 0 to a JavaScript number that is certainly below (or above) the fraction, by less than one part in 10^12.
 * It is used only for triggers, which decide when an agent is evaluated; no amount or price of a trade depends on it.
 */
export function doubleOf({ numerator, denominator }: Rational, side: 'below' | 'above'): number {
  if (numerator <= 0n) return 0;
  const shift = KEPT_BITS + denominator.toString(2).length - numerator.toString(2).length;
  const quotient = shift >= 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  const nearest = timesPowerOfTwo(Number(quotient), -shift);
  return Math.min(nearest * (side === 'below' ? 1 - MARGIN : 1 + MARGIN), Number.MAX_VALUE);
}

/**
 * Multiplies a number by a power of two in two steps. In one step, 2^exponent could exceed the range of a JavaScript number although the
 * product does not.
 */
function timesPowerOfTwo(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}
