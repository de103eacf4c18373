import { isAddress } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText, numberText } from '../../../values/inspection/plain-number.ts';
import { parseAmount } from '../../../values/parse-amount.ts';
import type { GatherQuotes } from '../../quotes/gather-quotes.ts';
import type { QuoteInput } from '../../quotes/quote-input.ts';
import type { QuoteMeta } from '../../quotes/quote-meta.ts';
import { askBack, type Handler, refuse } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { type FindToken, spentPlace } from '../lookup/find-token.ts';
import { moneyText } from '../lookup/money.ts';
import { offerReason } from '../lookup/offer-reasons.ts';
import type { ReadSpent } from '../lookup/read-spent.ts';
import { tokenRef } from './held-token.ts';
import type { OpenSpendWarnings } from './spend-warnings.ts';
import { warningWords } from './warning-words.ts';
import type { createWrapNative } from './wrap-native.ts';

const MOST_SHOWN = 5;
/** The slippage, in percent, with which quotes are requested: the default that the API specification documents. */
export const SLIPPAGE = '0.5';

export type QuoteHandlerDeps = {
  readonly gatherQuotes: GatherQuotes;
  readonly findToken: FindToken;
  readonly readSpent: ReadSpent;
  readonly wrapNative: ReturnType<typeof createWrapNative>;
  readonly spendWarnings: OpenSpendWarnings;
};

/** Creates the handler that requests quotes and shows the best offers. */
export function createQuotesHandler(deps: QuoteHandlerDeps): Handler {
  const { findToken, readSpent } = deps;

  return async (asked) => {
    const { slots, chainId: walletChainId, wallet } = asked;
    const { fromToken, toToken, toChainId } = slots;
    if (fromToken === undefined) return askBack('Which token do you want to spend?', ['fromToken']);
    if (toToken === undefined) return askBack('Which token do you want to receive?', ['toToken']);
    const from = await findToken({ text: fromToken, slot: 'fromToken', ...spentPlace(slots, walletChainId) });
    if (from.answer) return from.answer;
    const to = await findToken({ text: toToken, slot: 'toToken', chainId: toChainId ?? from.found.chainId, walletChainId });
    if (to.answer) return to.answer;
    if (from.found.chainId === to.found.chainId && from.found.address === to.found.address)
      return refuse('same-token', `${from.found.symbol} is both what you spend and what you receive.`);
    const sender = wallet !== null && isAddress(wallet) ? wallet : null;
    const wrapped = await deps.wrapNative({ slots, from: from.found, to: to.found, wallet: sender });
    if (wrapped !== null) return wrapped;
    const amount = await readSpent(slots, { from: from.found, to: to.found }, { wallet: sender });
    if (amount.answer) return amount.answer;
    const type = from.found.chainId === to.found.chainId ? 'swap' : 'bridge';
    const input: QuoteInput = {
      ...{ fromChainId: from.found.chainId, toChainId: to.found.chainId, fromToken: from.found.address, toToken: to.found.address },
      ...{ amount: amount.found.text, type, srcWalletAddress: sender, dstWalletAddress: sender, slippage: SLIPPAGE },
      ...{ anonymousMode: false, exclude: null },
    };
    const warningsOf = deps.spendWarnings(sender, from.found);
    const { offers, without, whyRefused, isPending } = await deps.gatherQuotes(input, asked.signal);
    const best = offers.slice(0, MOST_SHOWN);
    const warnings = await warningsOf({ units: amount.found.units, gas: gasOf(best[0]) });
    const { symbol, decimals } = to.found;
    const shown = best.map((meta) => shownQuote(meta, decimals));
    const tradeInfo: NonNullable<AnswerData['tradeInfo']> = {
      ...{
        type,
        from: tokenRef(from.found),
        to: tokenRef(to.found),
        amount: amount.found.text,
        amountNote: amount.found.note,
        wanted: amount.found.wanted,
      },
      ...{ slippagePercent: SLIPPAGE, srcWalletAddress: sender, dstWalletAddress: sender },
      ...{
        offers: offers.length,
        notShown: offers.length - best.length,
        without: [...without],
        pending: isPending,
        warnings: [...warnings],
      },
    };
    const spent = `${exactText(amount.found.text)} ${from.found.symbol}${amount.found.note === null ? '' : ` (${amount.found.note})`}`;
    const [first] = shown;
    if (first === undefined) {
      const reasons = whyNoOffer(without.map(offerReason), whyRefused);
      return { action: 'quotes', text: `There is no offer for ${spent} to ${symbol}. ${reasons}`, data: { quotes: [], tradeInfo } };
    }
    const beside = tradeInfo.notShown === 0 ? '' : ` ${tradeInfo.notShown} more are not shown.`;
    const silent = without.length === 0 ? '' : ` Without an offer: ${without.map(({ aggregator }) => aggregator).join(', ')}.`;
    const usd = first.usdAmount === '0' ? '' : `, worth $${moneyText(first.usdAmount)}`;
    const { wanted } = amount.found;
    const isTooLittle = wanted !== null && BigInt(first.amount) < parseAmount(wanted, decimals);
    const tooLittle = isTooLittle
      ? ` That is less than the ${exactText(wanted)} ${symbol} that you want; name a larger amount to spend.`
      : '';
    const text =
      `${spent} gives ${numberText(first.amountText)} ${symbol} (${first.aggregator}${usd}), the best of ${tradeInfo.offers} ` +
      `${tradeInfo.offers === 1 ? 'offer' : 'offers'}.${tooLittle}${warningWords([...warnings, ...first.warnings])}${beside}${silent}`;
    return { action: 'quotes', text, data: { quotes: shown, tradeInfo } };
  };
}

/** The gas that a wallet pays for an offer; null when it pays none, or when it is not known. */
function gasOf(offer: QuoteMeta | undefined): bigint | null {
  return offer === undefined || offer.broadcastsItself || offer.gas === null ? null : BigInt(offer.gas);
}

/** Says why no aggregator has an offer. @param whyRefused why offers are certain to be refused on the chain; null without such offers */
export function whyNoOffer(reasons: readonly string[], whyRefused: string | null): string {
  const why = whyRefused === null ? '' : ` ${whyRefused}`;
  return `${reasons.length === 0 ? 'No aggregator serves this pair.' : `${reasons.join(', ')}.`}${why}`;
}

export function shownQuote(meta: QuoteMeta, decimals: number): NonNullable<AnswerData['quotes']>[number] {
  return {
    ...meta,
    fees: meta.fees.map((fee) => ({ ...fee })),
    warnings: meta.warnings.map(({ code, message }) => ({ code, message })),
    amountText: formatAmount(BigInt(meta.amount), decimals),
  };
}
