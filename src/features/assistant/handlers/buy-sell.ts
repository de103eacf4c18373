import { numberText } from '../../../values/inspection/plain-number.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import type { RampOffers } from '../../ramps/create-offers.ts';
import type { Offer, OfferInput } from '../../ramps/offer.ts';
import { askBack, type Handler, say } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { problemText } from '../lookup/error-text.ts';
import type { FindToken } from '../lookup/find-token.ts';
import type { Slots } from '../understanding/agent-service.ts';
import { tokenRef } from './held-token.ts';

const MOST_SHOWN = 5;
const NONE_ON = 'This service has no ramp provider, so crypto cannot be bought or sold for money here. I can quote swaps instead.';

/** Creates the handler that answers a purchase or sale for money with the offers of the ramp providers. */
export function createBuySell({ ramps, findToken }: { readonly ramps: Pick<RampOffers, 'all'>; readonly findToken: FindToken }): Handler {
  return async ({ slots, chainId, currency, signal }) => {
    const { fromToken, toToken } = slots;
    const side: RampSide = fromToken === undefined ? 'buy' : 'sell';
    const text = fromToken ?? toToken;
    const slot = side === 'sell' ? 'fromToken' : 'toToken';
    if (text === undefined) return askBack('Which token do you want to buy or sell?', [slot]);
    const named = side === 'sell' ? slots.fromChainId : (slots.toChainId ?? slots.fromChainId);
    const token = await findToken({ text, slot, chainId: named, walletChainId: chainId });
    if (token.answer) return token.answer;
    const amount = amountOf(slots);
    if (amount === null) return askBack(`How much ${token.found.symbol}, or for how much money?`, ['amount']);
    const fiat = slots.fiat ?? (slots.amountKind === 'usd' ? 'USD' : (currency ?? 'USD'));
    const input: OfferInput = {
      ...{ side, fiat, coin: { chainId: token.found.chainId, token: token.found.address }, ...amount, country: null, method: null },
    };
    const { offers, providers } = await ramps.all(input, signal);
    if (offers.length === 0 && providers.every(({ reason }) => reason === 'off')) return say(NONE_ON);
    const shown = offers.slice(0, MOST_SHOWN);
    const ramp: NonNullable<AnswerData['ramp']> = {
      ...{ side, fiat, amount: amount.amount, amountOf: amount.amountOf, token: tokenRef(token.found), offers: shown.map(shownOffer) },
      without: providers.flatMap(({ provider, reason, message }) =>
        reason === null ? [] : [{ provider, reason, message: message ?? reason }],
      ),
    };
    return { action: 'buy_sell', text: sentence(shown, ramp), data: { ramp } };
  };
}

/**
 * Reads the number of coins or the amount of money from the slots (the values in the user's message). Returns null when the message states
 * none, or only a share of the balance. The answer then asks for a number, because ramp providers have limits.
 */
function amountOf({ amount, amountKind, fiat }: Slots): Pick<OfferInput, 'amount' | 'amountOf'> | null {
  if (amount === undefined || amountKind === 'percent' || amountKind === 'all') return null;
  const isMoney = amountKind === 'usd' || (amountKind === undefined && fiat !== undefined);
  return { amount, amountOf: isMoney ? 'fiat' : 'crypto' };
}

function shownOffer(offer: Offer) {
  const { provider, title, fiatAmount, cryptoAmount, totalFee, method, deliverySeconds, limits } = offer;
  return { provider, title, fiatAmount, cryptoAmount, totalFee, method: method?.name ?? null, deliverySeconds, limits };
}

function sentence([first, ...others]: readonly Offer[], { side, fiat, token, without }: NonNullable<AnswerData['ramp']>): string {
  const refused = without.filter(({ reason }) => reason !== 'off');
  if (first === undefined) {
    const why = refused.map(({ message }) => problemText(message)).join(' ');
    return `No provider offers this now. ${why}`.trim();
  }
  const money = `${numberText(first.fiatAmount)} ${fiat}`;
  const crypto = `${numberText(first.cryptoAmount)} ${token.symbol}`;
  const deal = side === 'buy' ? `${money} buys ${crypto}` : `${crypto} sells for ${money}`;
  const fee = first.totalFee === null ? '' : `, ${numberText(first.totalFee)} ${fiat} of fees included`;
  const best = others.length === 0 ? '' : `, the best of ${others.length + 1} offers`;
  const rest = refused.length === 0 ? '' : ` Without an offer: ${refused.map(({ provider }) => provider).join(', ')}.`;
  return `${deal} (${first.title}${fee})${best}.${rest}`;
}
