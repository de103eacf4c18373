import { formatAmount } from '../format-amount.ts';

/** Maximum number of fraction digits that are shown. For a number below 1, leading zeros after the point are not counted. */
const SHOWN_DIGITS = 4;
/** Matches a decimal number: its sign, its whole part and its fraction. */
const DECIMAL = /^(-?)0*(\d+)(?:\.(\d+))?$/;

/**
 * Formats an exact decimal string for display: groups thousands, and truncates (does not round) excess digits. For example,
 * `1234567.891234` becomes `1,234,567.8912`.
 */
export function numberText(decimal: string): string {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (sign === undefined || whole === undefined) return decimal;
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = fraction.slice(0, leading + SHOWN_DIGITS).replace(/0+$/, '');
  return kept === '' ? `${sign}${grouped(whole)}` : `${sign}${grouped(whole)}.${kept}`;
}

/** Formats an exact decimal string for display with all its digits. It is for amounts that a wallet signs: `1,234,567.891234`. */
export function exactText(decimal: string): string {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (sign === undefined || whole === undefined) return decimal;
  const kept = fraction.replace(/0+$/, '');
  return `${sign}${grouped(whole)}${kept === '' ? '' : `.${kept}`}`;
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats base units with the token's symbol: `1,250.5 USDC`. Text that is not an amount is returned unchanged. */
export function amountText(baseUnits: string, { symbol, decimals }: { readonly symbol: string; readonly decimals: number }): string {
  return /^-?\d+$/.test(baseUnits) ? `${numberText(formatAmount(BigInt(baseUnits), decimals))} ${symbol}` : `${baseUnits} ${symbol}`;
}

/** Formats basis points as a percentage: 125 becomes `1.25 %`. */
export function percentText(bps: string | number | bigint): string {
  const text = String(bps);
  return /^-?\d+$/.test(text) ? `${numberText(formatAmount(BigInt(text), 2))} %` : `${text} bps`;
}

/** Formats a count with its noun: `1 order`, `3 orders`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Shortens an address or a hash for a sentence: `0x12ab…cdef`. */
export function shortHash(hash: string): string {
  return hash.length <= 14 ? hash : `${hash.slice(0, 6)}…${hash.slice(-4)}`;
}

/** Removes the full stop at the end of a sentence, so that the text can be used within another sentence. */
export function clause(text: string): string {
  const trimmed = text.trim().replace(/\.+$/, '');
  return trimmed === '' ? 'no reason was given' : trimmed;
}
