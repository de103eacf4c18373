import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import type { AlertOrder, AlertQuote, QuoteOutcome, QuoteParams } from '../../values/price-alert.ts';
import type { GatherQuotes } from '../quotes/gather-quotes.ts';
import type { QuoteInput } from '../quotes/quote-input.ts';
import type { QuoteMeta } from '../quotes/quote-meta.ts';

/** The slippage, in percent, with which quotes are requested: the default that the API specification documents. */
const SLIPPAGE = '0.5';

/** Creates the function that requests a new quote for a limit order. When no aggregator makes an offer, the result states why. */
export function createQuoteOrder({ gatherQuotes }: { readonly gatherQuotes: GatherQuotes }) {
  return async ({ wallet, order }: QuoteParams, signal: AbortSignal): Promise<QuoteOutcome> => {
    try {
      const { offers, without, whyRefused } = await gatherQuotes(quoteInputOf(order, wallet), signal);
      const [best] = offers;
      if (best !== undefined) return { quote: quoteOf(best), problem: null };
      const reasons = without.map(({ aggregator, reason }) => `${aggregator}: ${reason}`).join(', ');
      return {
        quote: null,
        problem: whyRefused ?? (reasons === '' ? 'No aggregator trades this pair of tokens.' : `No aggregator has an offer (${reasons}).`),
      };
    } catch (error) {
      if (signal.aborted || !(error instanceof CoxswainError)) throw error;
      return { quote: null, problem: error.message };
    }
  };
}

/** The quote request of a limit order, in the form of `GET /defi/quotes`. */
export function quoteInputOf({ from, to, amount }: AlertOrder, wallet: QuoteParams['wallet']): QuoteInput {
  return {
    ...{ fromChainId: from.chainId, toChainId: to.chainId, fromToken: from.address, toToken: to.address },
    ...{ amount: formatAmount(BigInt(amount), from.decimals), type: from.chainId === to.chainId ? 'swap' : 'bridge' },
    ...{ srcWalletAddress: wallet, dstWalletAddress: wallet, slippage: SLIPPAGE, anonymousMode: false, exclude: null },
  };
}

function quoteOf({ id, aggregator, amount, amountMin, usdAmount, expiresAt }: QuoteMeta): AlertQuote {
  return { id, aggregator, amount, amountMin, usdAmount, expiresAt };
}
