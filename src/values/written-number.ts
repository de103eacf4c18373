import { withPointAt } from './decimal-text.ts';
import { keptNumberOf } from './exact-json.ts';

/** Maximum number of digits before or after the decimal point; no meaningful number has more. */
const MOST_PLACES = 400;
const NUMBER = /^([+-]?)([0-9]{0,400})(?:\.([0-9]{0,400}))?(?:[eE]([+-]?[0-9]{1,4}))?$/;
/** Matches a whole number that is written without any redundant character. Most numbers are. */
const PLAIN_WHOLE = /^(?:0|[1-9][0-9]{0,399})$/;

/** Returns a JSON number or a string as it was written in the input; null for all other values. */
export function writtenOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return keptNumberOf(value);
}

/**
 * Converts a number in any notation (`1.10`, `8.5e-7`, `.5`, `1E+3`) to a plain decimal string without losing a digit: no exponent, no
 * redundant zeros. Null for text that is not a number, and for a number with more than 400 digits.
 */
export function plainDecimalOf(text: string): string | null {
  if (PLAIN_WHOLE.test(text)) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === '' && fraction === '') return null;
  const shift = Number(exponent);
  if (Math.abs(shift) > MOST_PLACES) return null;
  const [digits = '', places = ''] = withPointAt(`${whole}${fraction}`, whole.length + shift).split('.');
  const before = digits.replace(/^0+(?=.)/, '');
  const after = places.replace(/0+$/, '');
  const plain = after === '' ? before : `${before}.${after}`;
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/** The least and the greatest number of significant digits that JavaScript prints for a number that had to be rounded. */
const SIGNIFICANT = { least: 16, most: 17 };

/**
 * Parses a whole number of at least 0: decimal digits or 0x hex, as a string or a JSON number, or another notation of a whole number
 * (`1e18`, `5.0`). Returns null for all other values, and for a number that JavaScript may have rounded. Such a number is recognized by its
 * many digits, as in `5.1146986841643955e+17`.
 */
export function wholeNumberIn(value: unknown): bigint | null {
  const text = writtenOf(value);
  if (text === null) return null;
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text.toLowerCase());
  const isPlain = /^[0-9]{1,400}$/.test(text);
  const plain = isPlain ? text : /^[0-9.]+(?:e[+-]?[0-9]+)?$/i.test(text) ? plainDecimalOf(text) : null;
  if (plain === null || !/^[0-9]+$/.test(plain)) return null;
  const isCertain = isPlain && (typeof value !== 'number' || Number.isSafeInteger(value));
  const digits = plain.replace(/^0+|0+$/g, '').length;
  return isCertain || digits < SIGNIFICANT.least || digits > SIGNIFICANT.most ? BigInt(plain) : null;
}
