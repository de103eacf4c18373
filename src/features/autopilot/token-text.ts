import type { Token } from '../../market/tokens/token.ts';
import type { Address } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import { formatAmount } from '../../values/format-amount.ts';

/** Formats an amount of a token (in base units) for display; `token` is null when the token is not listed. */
export function tokenText(token: Token | null, address: Address, amount: BaseUnits): string {
  return token === null ? `${amount} base units of ${address}` : `${formatAmount(BigInt(amount), token.decimals)} ${token.symbol}`;
}
