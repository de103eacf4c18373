import * as v from 'valibot';
import type { PriceAnswer } from '../../market/prices/price.ts';
import { tokenKey, tokenSchema } from '../../market/tokens/token.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { addRationals, parseRational, type Rational, ZERO } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';
import type { Balance } from './read-balances.ts';

/** Schema of a token balance above zero, as returned to clients and as cached. */
export const heldTokenSchema = v.object({
  ...v.pick(tokenSchema, ['address', 'symbol', 'name', 'decimals', 'logoURI']).entries,
  /** The balance in base units, as a decimal string. */
  balance: v.string(),
  /** The exact balance in whole tokens, as a decimal string. */
  amount: v.string(),
  /** Price of one whole token in dollars; null when no source has a price. */
  priceUsd: v.nullable(v.string()),
  /** Value of the balance in dollars, rounded toward zero; null when the price is unknown. */
  valueUsd: v.nullable(v.string()),
});

export type HeldToken = v.InferOutput<typeof heldTokenSchema>;

/**
 * Computes the dollar value of a balance.
 * @param prices keyed by `tokenKey`
 */
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

/**
 * Adds up dollar values; null values (unknown prices) are skipped. Each value was rounded down, so the sum never exceeds the actual value.
 */
export function sumOfUsd(values: readonly (string | null)[]): Rational {
  const known = values.flatMap((text) => (text === null ? [] : [parseRational(text)]));
  return known.reduce(addRationals, ZERO);
}
