import type { Prices } from '../../../market/prices/create-prices.ts';
import { type Token, tokenKey } from '../../../market/tokens/token.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { parseRational } from '../../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../../values/usd.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { TokenRef } from '../answers/shared-schemas.ts';
import type { Money } from '../lookup/money.ts';

export async function heldToken(
  { token, amount }: { readonly token: Token; readonly amount: bigint },
  { pricesOf }: Pick<Prices, 'pricesOf'>,
  money: Money,
): Promise<NonNullable<AnswerData['balance']>['tokens'][number]> {
  const price = (await pricesOf([token])).get(tokenKey(token.chainId, token.address))?.price ?? null;
  const valueUsd = price === null ? null : usdTextOf(baseUnitsToUsd(amount, parseRational(price.usd), token.decimals));
  return {
    ...tokenRef(token),
    ...{ balance: amount.toString(), amount: formatAmount(amount, token.decimals), priceUsd: price?.usd ?? null, valueUsd },
    value: money.value(valueUsd),
  };
}

/** Builds the description of a token that answers contain: chain, address, symbol, name and decimals. */
export function tokenRef({ chainId, address, symbol, name, decimals }: Token): TokenRef {
  return { chainId, address, symbol, name, decimals };
}
