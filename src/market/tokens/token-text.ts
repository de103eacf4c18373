import type { Address } from '../../values/address.ts';
import { type BaseUnits, isBaseUnits } from '../../values/base-units.ts';
import { formatAmount } from '../../values/format-amount.ts';
import type { TradedAmountTexts } from '../../values/owner-bounds.ts';
import type { Tokens } from './create-tokens.ts';
import type { Token } from './token.ts';

/** Formats an amount of a token (in base units) for display; `token` is null when the token is not listed. */
export function tokenText(token: Pick<Token, 'decimals' | 'symbol'> | null, address: Address, amount: BaseUnits): string {
  return token === null ? `${amount} base units of ${address}` : `${formatAmount(BigInt(amount), token.decimals)} ${token.symbol}`;
}

/** Reads the tokens of a trade, to format the amounts in the reason why a vault refused it. */
export async function tradedAmountTexts(
  tokens: Pick<Tokens, 'find'>,
  { chainId, tokenIn, tokenOut }: { readonly chainId: number; readonly tokenIn: Address; readonly tokenOut: Address },
): Promise<TradedAmountTexts> {
  const [spent, got] = await Promise.all([tokens.find(chainId, tokenIn), tokens.find(chainId, tokenOut)]);
  const textOf = (token: Token | null, address: Address) => (amount: string) =>
    isBaseUnits(amount) ? tokenText(token, address, amount) : amount;
  return { spent: textOf(spent, tokenIn), got: textOf(got, tokenOut) };
}
