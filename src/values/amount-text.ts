import { decimalTextOf } from './decimal-text.ts';
import { TerminalError } from './errors/terminal-error.ts';

/**
 * Returns an amount from a client's request as a decimal string, for `parseAmount`. A string is returned unchanged; `parseAmount` refuses
 * exponent notation in it. A JSON number is written without exponent: JavaScript writes `0.0000001` as `1e-7`, and this function restores
 * `0.0000001`. A whole number above 2^53 - 1 is refused, because JavaScript may already have rounded its digits. Only the HTTP layer uses
 * this function; all other code uses bigint amounts.
 * @throws TerminalError `invalid-amount` (400)
 */
export function amountTextOf(value: string | number): string {
  if (typeof value === 'string') return value;
  if (!Number.isFinite(value)) throw refuse('The amount is not a finite number.');
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw refuse('The amount is too large for a JSON number to be exact; send it as text in decimal digits, such as "1.5".');
  }
  return decimalTextOf(value);
}

function refuse(message: string): TerminalError {
  return new TerminalError({ code: 'invalid-amount', message, status: 400 });
}
