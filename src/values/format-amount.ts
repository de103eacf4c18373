import { requireTokenDecimals } from './token-decimals.ts';

/**
 * Formats base units as an exact decimal string in whole tokens: `formatAmount(1500000n, 6)` is `1.5`. The result is not rounded and has no
 * exponent and no trailing zeros. The function is the inverse of `parseAmount` for amounts of at least 0.
 * @param decimals 0 to 77
 * @throws RangeError for any other number of decimals
 */
export function formatAmount(amount: bigint, decimals: number): string {
  requireTokenDecimals(decimals);
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
