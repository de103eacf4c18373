import { TerminalError } from './errors/terminal-error.ts';

/**
 * An exact fraction with a denominator above 0. It is not reduced, so two fractions must be compared with `compareRationals`, never field
 * by field.
 */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO: Rational = { numerator: 0n, denominator: 1n };
export const HUNDRED: Rational = { numerator: 100n, denominator: 1n };

const DECIMAL = /^(-?)([0-9]{1,78})(?:\.([0-9]{1,78}))?$/;

/**
 * Parses decimal text (`2345.67`) to an exact fraction. For a JavaScript number from a price source, pass `decimalTextOf(number)`.
 * @throws TerminalError `invalid-decimal` (400)
 */
export function parseRational(text: string): Rational {
  const match = text.length > 158 ? null : DECIMAL.exec(text);
  if (match === null) {
    throw new TerminalError({ code: 'invalid-decimal', message: 'Expected a plain decimal number, such as 2345.67.', status: 400 });
  }
  const [, sign = '', whole = '', fraction = ''] = match;
  return { numerator: BigInt(`${sign}${whole}${fraction}`), denominator: 10n ** BigInt(fraction.length) };
}

/**
 * Adds two fractions. When one denominator is a multiple of the other, as with decimals, the larger denominator becomes that of the sum. So
 * the denominator does not grow with each addition.
 */
export function addRationals(a: Rational, b: Rational): Rational {
  if (a.denominator < b.denominator) return addRationals(b, a);
  if (a.denominator % b.denominator === 0n) {
    return { numerator: a.numerator + b.numerator * (a.denominator / b.denominator), denominator: a.denominator };
  }
  return { numerator: a.numerator * b.denominator + b.numerator * a.denominator, denominator: a.denominator * b.denominator };
}

export function multiplyRationals(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** Divides the fraction `a` by the fraction `b`. @throws RangeError when `b` is 0 */
export function divideRationals(a: Rational, b: Rational): Rational {
  if (b.numerator === 0n) throw new RangeError('Division by zero');
  const sign = b.numerator < 0n ? -1n : 1n;
  return { numerator: a.numerator * b.denominator * sign, denominator: a.denominator * b.numerator * sign };
}

/** Compares two fractions: returns -1 when `a` is smaller than `b`, 0 when they are equal, 1 when `a` is larger. */
export function compareRationals(a: Rational, b: Rational): -1 | 0 | 1 {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rounds down to the largest integer that is not above `value` (toward minus infinity, unlike bigint division). */
export function floorRational(value: Rational): bigint {
  const quotient = value.numerator / value.denominator;
  return value.numerator < 0n && quotient * value.denominator !== value.numerator ? quotient - 1n : quotient;
}

/**
 * Formats a fraction as a decimal string, truncated (toward zero) after `fractionDigits` digits, with trailing zeros: `formatRational(x,
 * 2)` is `1.50`.
 */
export function formatRational(value: Rational, fractionDigits: number): string {
  const scaled = (value.numerator * 10n ** BigInt(fractionDigits)) / value.denominator;
  const sign = scaled < 0n ? '-' : '';
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(fractionDigits + 1, '0');
  const whole = digits.slice(0, digits.length - fractionDigits);
  return fractionDigits === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(digits.length - fractionDigits)}`;
}

/** Formats a fraction like `formatRational`, without trailing zeros: 1.5 is `1.5`, and 2 is `2`. @param fractionDigits at least 1 */
export function formatTrimmed(value: Rational, fractionDigits: number): string {
  return formatRational(value, fractionDigits).replace(/\.?0+$/, '');
}

/**
 * Converts a fraction of any size to a JavaScript number with about 15 exact digits. The result is exact enough for weights, but must never
 * be used for amounts of tokens.
 */
export function numberOfRational({ numerator, denominator }: Rational): number {
  const shift = 64 - (bitsOf(numerator) - bitsOf(denominator));
  const scaled = shift >= 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  return Number(scaled) * 2 ** -shift;
}

function bitsOf(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}
