import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { ChainAddress } from '../../values/address.ts';
import { formatAmount } from '../../values/format-amount.ts';
import type { DayKind, DayToken } from '../../values/inspection/today.ts';
import { addRationals, parseRational, type Rational, ZERO } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';

/** The amount of one token that executed trades gave away, in base units; `fills` is the number of these trades. */
export type GivenAway = {
  readonly kind: DayKind;
  readonly chainId: number;
  readonly token: ChainAddress;
  readonly amount: bigint;
  readonly fills: number;
};

export type Valued = { readonly kind: DayKind; readonly token: DayToken; readonly usd: Rational | null };

/** Adds up the amounts that have the same kind (position, agent or wallet) and the same token, and values them at current prices. */
export async function valueGivenAway(
  given: readonly GivenAway[],
  deps: { readonly tokens: Pick<Tokens, 'findMany'>; readonly prices: Pick<Prices, 'pricesOf'> },
): Promise<readonly Valued[]> {
  const summed = [...Map.groupBy(given, ({ kind, chainId, token }) => `${kind}/${chainId}/${token}`).values()].flatMap(summedUp);
  const listed = await deps.tokens.findMany(summed.map(({ chainId, token: address }) => ({ chainId, address })));
  const prices = await deps.prices.pricesOf([...listed.values()]);
  return summed.map(({ kind, chainId, token: address, amount, fills }) => {
    const key = tokenKey(chainId, address);
    const token = listed.get(key);
    const price = prices.get(key)?.price ?? null;
    const usd = token === undefined || price === null ? null : baseUnitsToUsd(amount, parseRational(price.usd), token.decimals);
    return {
      ...{ kind, usd },
      token: {
        ...{ chainId, address, symbol: token?.symbol ?? null, fills },
        amount: token === undefined ? null : formatAmount(amount, token.decimals),
        valueUsd: usd === null ? null : usdTextOf(usd),
      },
    };
  });
}

export function sumVolume(valued: readonly Valued[]): { readonly volumeUsd: string; readonly unpricedFills: number } {
  return {
    volumeUsd: usdTextOf(valued.reduce((sum, { usd }) => (usd === null ? sum : addRationals(sum, usd)), ZERO)),
    unpricedFills: valued.reduce((sum, { usd, token }) => (usd === null ? sum + token.fills : sum), 0),
  };
}

function summedUp(rows: readonly GivenAway[]): GivenAway[] {
  const [first] = rows;
  if (first === undefined) return [];
  const amount = rows.reduce((sum, row) => sum + row.amount, 0n);
  const fills = rows.reduce((sum, row) => sum + row.fills, 0);
  return [{ ...first, amount, fills }];
}
