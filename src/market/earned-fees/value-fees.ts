import * as v from 'valibot';
import { formatAmount } from '../../values/format-amount.ts';
import { addRationals, parseRational, type Rational, ZERO } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import type { FeeSum } from './fee-sums.ts';

/** Schema of the fees that one vault earned in one token, as clients receive them. */
export const earnedTokenSchema = v.object({
  address: v.string(),
  /** The token's symbol; null when the token is not listed. */
  symbol: v.nullable(v.string()),
  decimals: v.nullable(v.number()),
  /** The fees that the vault earned in the token so far, in base units. */
  earned: v.string(),
  earnedToday: v.string(),
  /** The fees that the vault earned in the token in the last thirty days (UTC), including today, in base units. */
  earnedInMonth: v.string(),
  /** The value of `earned` in whole tokens, exact; null when the token is not listed. */
  amount: v.nullable(v.string()),
  /** Current price of one whole token in dollars; null when it has no price. */
  priceUsd: v.nullable(v.string()),
  /** Value of the earned fees in dollars at the current price; null when the token has no price. */
  valueUsd: v.nullable(v.string()),
  /** Number of orders and trades that paid a fee in the token. */
  fills: v.number(),
});
export type EarnedToken = v.InferOutput<typeof earnedTokenSchema>;

export const earnedUsdSchema = v.object({ todayUsd: v.string(), monthUsd: v.string(), totalUsd: v.string() });
export type EarnedUsd = v.InferOutput<typeof earnedUsdSchema>;

/** A sum of fees with its dollar value; `usd` is zero when the token has no price. */
export type ValuedFee = {
  readonly sum: FeeSum;
  readonly token: EarnedToken;
  readonly usd: { readonly today: Rational; readonly month: Rational; readonly total: Rational };
};

const MONTH_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/**
 * Computes the dollar values of fee sums at current prices. @param isValued returns whether a token is valued; tokens for which it returns
 * false are listed without a value
 */
export async function valueFees(
  sums: readonly FeeSum[],
  deps: { readonly tokens: Pick<Tokens, 'findMany'>; readonly prices: Pick<Prices, 'pricesOf'>; readonly nowMs: number },
  isValued: (token: { readonly coingeckoId?: string | undefined }) => boolean = () => true,
): Promise<readonly ValuedFee[]> {
  const listed = await deps.tokens.findMany(sums.map(({ chainId, token: address }) => ({ chainId, address })));
  const prices = await deps.prices.pricesOf([...listed.values()].filter(isValued));
  const today = Math.floor(deps.nowMs / DAY_MS);
  return sums.map((sum) => {
    const key = tokenKey(sum.chainId, sum.token);
    const token = listed.get(key);
    const price = prices.get(key)?.price ?? null;
    const since = (first: number) => sum.days.reduce((all, { day, amount }) => (day < first ? all : all + BigInt(amount)), 0n);
    const units = { today: since(today), month: since(today - MONTH_DAYS + 1), total: BigInt(sum.total) };
    const worthOf = (amount: bigint) =>
      price === null || token === undefined ? ZERO : baseUnitsToUsd(amount, parseRational(price.usd), token.decimals);
    const usd = { today: worthOf(units.today), month: worthOf(units.month), total: worthOf(units.total) };
    return {
      sum,
      usd,
      token: {
        ...{ address: sum.token, symbol: token?.symbol ?? null, decimals: token?.decimals ?? null },
        ...{ earned: `${units.total}`, earnedToday: `${units.today}`, earnedInMonth: `${units.month}`, fills: sum.fills },
        amount: token === undefined ? null : formatAmount(units.total, token.decimals),
        ...{ priceUsd: price?.usd ?? null, valueUsd: price === null ? null : usdTextOf(usd.total) },
      },
    };
  });
}

/** Returns the total dollar value of several sums of fees. */
export function usdOf(fees: readonly ValuedFee[]): EarnedUsd {
  const sumOf = (name: keyof ValuedFee['usd']) => usdTextOf(fees.map(({ usd }) => usd[name]).reduce(addRationals, ZERO));
  return { todayUsd: sumOf('today'), monthUsd: sumOf('month'), totalUsd: sumOf('total') };
}
