import type { Address } from '../../values/address.ts';
import { isBaseUnits } from '../../values/base-units.ts';
import type { TradedAmountTexts } from '../../values/owner-bounds.ts';
import { tokenText } from '../../values/token-text.ts';
import type { Tokens } from './create-tokens.ts';
import type { Token } from './token.ts';

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
