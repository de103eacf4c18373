import { formatAmount } from '../../values/format-amount.ts';
import type { Token } from '../tokens/token.ts';

/** An amount (base units) as people read it; `token` is null where it is not listed. */
export function tokenText(token: Token | null, address: string, amount: string): string {
  return token === null ? `${amount} base units of ${address}` : `${formatAmount(BigInt(amount), token.decimals)} ${token.symbol}`;
}
