import { addRationals, compareRationals, formatTrimmed, parseRational } from './rational.ts';

/** Adds plain decimal texts exactly: `addDecimals('0.1', '0.2')` is `0.3`. @throws TerminalError `invalid-decimal` */
export function addDecimals(...texts: readonly string[]): string {
  return texts.reduce((sum, text) => combined(sum, text, 1n), '0');
}

/** Subtracts plain decimal texts exactly; the result may be negative. @throws TerminalError `invalid-decimal` */
export function subtractDecimals(from: string, text: string): string {
  return combined(from, text, -1n);
}

/**
 * Compares two plain decimal texts: returns -1 when `a` is smaller, 0 when they are equal, 1 when `a` is larger. @throws TerminalError
 * `invalid-decimal`
 */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  return compareRationals(parseRational(a), parseRational(b));
}

function combined(a: string, b: string, sign: bigint): string {
  const { numerator, denominator } = parseRational(b);
  const total = addRationals(parseRational(a), { numerator: sign * numerator, denominator });
  // The denominators of decimal texts are powers of ten, so the sum has as many decimal places as its denominator has zeros.
  return formatTrimmed(total, Math.max(1, total.denominator.toString().length - 1));
}
