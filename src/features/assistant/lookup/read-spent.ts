import type { Prices } from '../../../market/prices/create-prices.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { Address } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import { multiplyRationals, parseRational } from '../../../values/rational.ts';
import { baseUnitsToUsd, usdToBaseUnits } from '../../../values/usd.ts';
import { askBack, refuse } from '../answers/answer.ts';
import type { Slots } from '../understanding/agent-service.ts';
import { moneyText } from './money.ts';
import { type Found, found, instead } from './outcome.ts';
import type { ReadAmount, TokenAmount } from './read-amount.ts';

/**
 * The amount to spend. `wanted` is the amount to receive, in whole tokens, from which the amount to spend was computed; null when the
 * message names the amount to spend.
 */
export type SpentAmount = TokenAmount & { readonly wanted: string | null };

export type ReadSpent = (
  slots: Pick<Slots, 'amount' | 'amountKind' | 'amountOf' | 'fiat'>,
  pair: { readonly from: Token; readonly to: Token },
  of: { readonly wallet: Address | null; readonly change?: bigint },
) => Promise<Found<SpentAmount>>;

/**
 * Percentage that is added to the amount to spend when the amount is computed from the amount to receive, because a trade also pays fees
 * and moves the price.
 */
const HEADROOM_PERCENT = 1;

/**
 * Creates the function that reads the amount that a trade spends. When the message names the amount to receive ("buy 1 eth with usdc"), the
 * amount to spend is computed from the prices of both tokens. A note in the result says so, because the trade can deliver a little more or
 * less.
 */
export function createReadSpent(deps: { readonly readAmount: ReadAmount; readonly prices: Pick<Prices, 'priceOf'> }): ReadSpent {
  const { readAmount, prices } = deps;

  return async (slots, { from, to }, of) => {
    if (slots.amountOf !== 'toToken') {
      const spent = await readAmount(slots, from, of);
      return spent.answer ? spent : found({ ...spent.found, wanted: null });
    }
    const wanted = await readAmount(slots, to, { wallet: of.wallet });
    if (wanted.answer) return wanted;
    const [priceFrom, priceTo] = await Promise.all([prices.priceOf(from), prices.priceOf(to)]);
    if (priceFrom.price === null || priceTo.price === null) {
      const without = priceFrom.price === null ? from : to;
      const why = `${without.symbol} has no price now, so I cannot work out what ${exactText(wanted.found.text)} ${to.symbol} costs.`;
      return instead(askBack(`${why} How much ${from.symbol} do you want to spend?`, ['amount']));
    }
    const usd = baseUnitsToUsd(wanted.found.units, parseRational(priceTo.price.usd), to.decimals);
    const more = { numerator: BigInt(100 + HEADROOM_PERCENT), denominator: 100n };
    const units = usdToBaseUnits(multiplyRationals(usd, more), parseRational(priceFrom.price.usd), from.decimals);
    if (units === 0n)
      return instead(
        refuse('amount-too-small', `${exactText(wanted.found.text)} ${to.symbol} is worth less than the smallest unit of ${from.symbol}.`),
      );
    const named = wanted.found.note === null ? '' : ` (${wanted.found.note})`;
    const note =
      `for ${exactText(wanted.found.text)} ${to.symbol}${named} at $${moneyText(priceTo.price.usd)}, ${from.symbol} at ` +
      `$${moneyText(priceFrom.price.usd)}, and ${HEADROOM_PERCENT} % for fees and changes of the price`;
    return found({ units, text: formatAmount(units, from.decimals), note, wanted: wanted.found.text });
  };
}
