import * as v from 'valibot';
import type { PriceAnswer } from '../../market/prices/price.ts';
import { tokenKey, tokenSchema } from '../../market/tokens/token.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { addRationals, parseRational, type Rational } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';
import type { Balance } from './read-balances.ts';

/** A token that somebody holds some of, as it is shown and as it is cached. */
export const heldTokenSchema = v.object({
  ...v.pick(tokenSchema, ['address', 'symbol', 'name', 'decimals', 'logoURI']).entries,
  /** Base units. */
  balance: v.string(),
  /** The same in human units, exact. */
  amount: v.string(),
  /** Dollars for one whole token; null: no source has a price. */
  priceUsd: v.nullable(v.string()),
  /** Dollars, cut toward zero. */
  valueUsd: v.nullable(v.string()),
});

export type HeldToken = v.InferOutput<typeof heldTokenSchema>;

/** @param prices keyed by `tokenKey` */
export function heldToken({ token, amount }: Balance, prices: ReadonlyMap<string, PriceAnswer>): HeldToken {
  const { chainId, address, symbol, name, decimals, logoURI } = token;
  const price = prices.get(tokenKey(chainId, address))?.price ?? null;
  return {
    ...{ address, symbol, name, decimals, logoURI },
    balance: toBaseUnits(amount),
    amount: formatAmount(amount, decimals),
    priceUsd: price?.usd ?? null,
    valueUsd: price === null ? null : usdTextOf(baseUnitsToUsd(amount, parseRational(price.usd), decimals)),
  };
}

/** The sum of what is worth something known. Parts were cut, so it is never more than there is. */
export function sumOfUsd(values: readonly (string | null)[]): Rational {
  const known = values.flatMap((text) => (text === null ? [] : [parseRational(text)]));
  return known.reduce(addRationals, { numerator: 0n, denominator: 1n });
}
