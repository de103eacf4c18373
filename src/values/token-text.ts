import type { Address } from './address.ts';
import { formatAmount } from './format-amount.ts';

/**
 * Formats an amount of a token (in base units) for display.
 * @param token null or undefined when the decimals and the symbol of the token are not known
 */
export function tokenText(
  token: { readonly decimals: number; readonly symbol: string } | null | undefined,
  address: Address,
  amount: string,
): string {
  return token ? `${formatAmount(BigInt(amount), token.decimals)} ${token.symbol}` : `${amount} base units of ${address}`;
}
