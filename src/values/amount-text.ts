import { decimalTextOf } from './decimal-text.ts';
import { TerminalError } from './errors/terminal-error.ts';

/**
 * Returns a client's amount as a decimal string, for `parseAmount`. A string is returned unchanged, so exponent notation is still refused
 * later. A JSON number is expanded exactly: `0.0000001` arrives as the number 1e-7, because that is how JavaScript writes it. A whole
 * number above 2^53 - 1 is refused, since its digits may already be wrong. Only for the HTTP layer; internally, amounts are bigint.
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
