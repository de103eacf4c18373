import { TerminalError } from './errors/terminal-error.ts';

declare const baseUnitsBrand: unique symbol;

/**
 * An amount in base units as written in JSON and records: the decimal string of an integer from 0 to 2^256 - 1, without leading zeros. In
 * code, amounts are `bigint`.
 */
export type BaseUnits = string & { readonly [baseUnitsBrand]: true };

/** An amount of 0 base units. */
export const NO_UNITS = '0' as BaseUnits;

/** The largest amount that fits in a uint256; it has 78 digits. */
export const MAX_BASE_UNITS = 2n ** 256n - 1n;

const CANONICAL_INTEGER = /^(0|[1-9][0-9]{0,77})$/;

export function isBaseUnits(text: unknown): text is BaseUnits {
  return typeof text === 'string' && CANONICAL_INTEGER.test(text) && BigInt(text) <= MAX_BASE_UNITS;
}

/**
 * Converts an amount to a string for JSON or a record.
 * @throws TerminalError `invalid-base-units` (400) below 0 or above 2^256 - 1
 */
export function toBaseUnits(amount: bigint): BaseUnits {
  if (amount < 0n || amount > MAX_BASE_UNITS) throw notBaseUnits();
  return amount.toString() as BaseUnits;
}

/**
 * Validates an amount string in base units.
 * @throws TerminalError `invalid-base-units` (400)
 */
export function parseBaseUnits(text: string): BaseUnits {
  if (isBaseUnits(text)) return text;
  throw notBaseUnits();
}

function notBaseUnits(): TerminalError {
  const message =
    'Expected base units: a whole number from 0 to 2^256 - 1 in decimal digits, without sign, point, exponent or leading zeros.';
  return new TerminalError({ code: 'invalid-base-units', message, status: 400 });
}
