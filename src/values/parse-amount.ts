import { MAX_BASE_UNITS } from './base-units.ts';
import { TerminalError } from './errors/terminal-error.ts';
import { isTokenDecimals, MAX_TOKEN_DECIMALS } from './token-decimals.ts';

/** Number of digits of 2^256 - 1, the largest possible token amount. */
const MAX_DIGITS = 78;
const PLAIN_DECIMAL = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const ACCEPTED = `plain decimal digits with at most one point, such as 1.5 (no sign, no exponent, no separators, at most ${MAX_DIGITS} digits)`;

/**
 * Parses an amount in whole tokens (`1.5`) to base units (`1500000` at 6 decimals).
 *
 * Fraction digits beyond `decimals` are cut off and never rounded up, so the amount never exceeds what the user typed. (viem's `parseUnits`
 * rounds up, accepts `-1`, and returns 1 for `("0.5", 0)`: observed in version 2.57.) `0` is accepted here; the caller decides whether it
 * is allowed.
 *
 * @param text plain decimal text; for a JSON number see `amountTextOf`
 * @param decimals the token's decimals, an integer from 0 to 77
 * @throws TerminalError (400) `invalid-amount`, `amount-too-large`; each message describes what is accepted
 */
export function parseAmount(text: string, decimals: number): bigint {
  if (!isTokenDecimals(decimals)) {
    throw new TerminalError({
      code: 'invalid-decimals',
      message: `Decimals must be an integer from 0 to ${MAX_TOKEN_DECIMALS}.`,
      status: 400,
    });
  }
  // The length of the text is checked before anything else, because a text with a megabyte of digits must not reach a regular expression or
  // BigInt.
  if (text.length > MAX_DIGITS + 1) throw refuse('is too long');
  if (text === '') throw refuse('is empty');
  if (!PLAIN_DECIMAL.test(text)) throw refuse(reasonFor(text));
  const [whole = '', fraction = ''] = text.split('.');
  if (whole.length + fraction.length > MAX_DIGITS) throw refuse('is too long');
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const amount = BigInt(`0${whole}${kept}`);
  if (amount > MAX_BASE_UNITS) {
    throw new TerminalError({
      code: 'amount-too-large',
      message: `The amount is larger than a token with ${decimals} decimals can have (2^256 - 1 base units).`,
      status: 400,
    });
  }
  return amount;
}

function reasonFor(text: string): string {
  if (/^[+-]/.test(text)) return 'has a sign';
  if (/^[0-9.]+e[+-]?[0-9]+$/i.test(text)) return 'is in exponent notation';
  return 'is not a number in plain decimal digits';
}

function refuse(what: string): TerminalError {
  return new TerminalError({ code: 'invalid-amount', message: `The amount ${what}; accepted are ${ACCEPTED}.`, status: 400 });
}
