import { withPointAt } from './decimal-text.ts';
import { keptNumberOf } from './exact-json.ts';

/** More places than any number that means something has. */
const MOST_PLACES = 400;
const NUMBER = /^([+-]?)([0-9]{0,400})(?:\.([0-9]{0,400}))?(?:[eE]([+-]?[0-9]{1,4}))?$/;

/** A number of JSON, or text, as it was written; null for everything else. */
export function writtenOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return keptNumberOf(value);
}

/**
 * The plain decimal text of a number in any notation (`1.10`, `8.5e-7`, `.5`, `1E+3`), without losing a digit: no exponent, no zeros that mean
 * nothing. null for text that is no number, and for one with more than 400 places.
 */
export function plainDecimalOf(text: string): string | null {
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

/** Digits that a double is printed with when it had to round. */
const SIGNIFICANT = { least: 16, most: 17 };

/**
 * A whole number from 0: in decimal digits or 0x hex, as text or as a number of JSON, or in a notation that comes to one (`1e18`, `5.0`). null for
 * all else, and for one that a double may have rounded, which shows in as many digits as doubles are printed with: 5.1146986841643955e+17 was
 * another number once.
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
