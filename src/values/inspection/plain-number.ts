import { formatAmount } from '../format-amount.ts';

/** Fraction digits that a person reads: of a number below 1 they count from its first digit that is not 0. */
const SHOWN_DIGITS = 4;

/** Exact decimal text as a person reads it: thousands apart, digits nobody needs cut (not rounded). `1234567.891234` is `1,234,567.8912`. */
export function numberText(decimal: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (sign === undefined || whole === undefined) return decimal;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = fraction.slice(0, leading + SHOWN_DIGITS).replace(/0+$/, '');
  return kept === '' ? `${sign}${grouped}` : `${sign}${grouped}.${kept}`;
}

/** Base units of a token with its symbol: `1,250.5 USDC`. Text that is no amount is given as it is. */
export function amountText(baseUnits: string, { symbol, decimals }: { readonly symbol: string; readonly decimals: number }): string {
  return /^-?\d+$/.test(baseUnits) ? `${numberText(formatAmount(BigInt(baseUnits), decimals))} ${symbol}` : `${baseUnits} ${symbol}`;
}

/** Basis points as a share: 125 is `1.25 %`. */
export function percentText(bps: string | number | bigint): string {
  const text = String(bps);
  return /^-?\d+$/.test(text) ? `${numberText(formatAmount(BigInt(text), 2))} %` : `${text} bps`;
}

/** `1 order`, `3 orders`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** An address or a hash, short enough for a sentence: `0x12ab…cdef`. */
export function shortHash(hash: string): string {
  return hash.length <= 14 ? hash : `${hash.slice(0, 6)}…${hash.slice(-4)}`;
}

/** Text as the end of a sentence: without its own full stop. */
export function clause(text: string): string {
  const trimmed = text.trim().replace(/\.+$/, '');
  return trimmed === '' ? 'no reason was given' : trimmed;
}
