import { compareRationals, parseRational } from './rational.ts';
import { plainDecimalOf } from './written-number.ts';

/** Adds plain decimal texts exactly: `addDecimals('0.1', '0.2')` is `0.3`. @throws TerminalError `invalid-decimal` */
export function addDecimals(...texts: readonly string[]): string {
  return texts.reduce((sum, text) => combined(sum, text, 1n), '0');
}

/** Subtracts plain decimal texts exactly; the result may be negative. @throws TerminalError `invalid-decimal` */
export function subtractDecimals(from: string, text: string): string {
  return combined(from, text, -1n);
}

/** Compares two plain decimal texts: -1, 0 or 1. @throws TerminalError `invalid-decimal` */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  return compareRationals(parseRational(a), parseRational(b));
}

function combined(a: string, b: string, sign: bigint): string {
  const [left, right] = [parseRational(a), parseRational(b)];
  const total = left.numerator * right.denominator + sign * right.numerator * left.denominator;
  const places = (left.denominator * right.denominator).toString().length - 1;
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0');
  const text = `${total < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}0`;
  return plainDecimalOf(text) ?? '0';
}
