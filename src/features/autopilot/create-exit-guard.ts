import type { PriceSeries, SeriesPrice } from '../../market/price-series/price-series.ts';
import { amountAtDollarPrices, apartBps, apartText, roundedDown, shortfallBps, shortfallText } from '../../market/routes/bounds.ts';
import type { GuardAnswer, OutputGuard } from '../../market/routes/create-output-guard.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import { parseRational } from '../../values/rational.ts';

/**
 * Compares a sale's quote with the trusted prices that the sale's strategy used. (Quotes of purchases are compared with the pools'
 * half-hour average price instead. That average is unsuitable for sales: it lags behind a falling price, so a stop loss would sell too
 * late.) A short manipulation of a price cannot cause a sale, because a jump of a recorded price is accepted only when a second price
 * source or a later price confirms the jump.
 */
export function createExitGuard(deps: {
  series: Pick<PriceSeries, 'latest'>;
  tokens: Pick<Tokens, 'findMany'>;
  /** Maximum amount in basis points by which a sale's quote may be worse than the trusted price. */
  maxQuoteDeviationBps: number;
  /**
   * Maximum amount in basis points by which a sale's quote may be better than the trusted price. A much better quote shows that the price
   * that the strategy used was wrong.
   */
  maxDisagreementBps: number;
}): OutputGuard {
  const { series, tokens, maxQuoteDeviationBps, maxDisagreementBps } = deps;
  return {
    async check({ chainId, tokenIn, tokenOut, amountIn, amountOut }) {
      const records = await tokens.findMany([tokenIn, tokenOut].map((address) => ({ chainId, address })));
      const from = records.get(tokenKey(chainId, tokenIn));
      const to = records.get(tokenKey(chainId, tokenOut));
      const [given, got] = await Promise.all([series.latest(chainId, tokenIn), series.latest(chainId, tokenOut)]);
      if (from === undefined || to === undefined || !isTrusted(given) || !isTrusted(got)) return noReference();
      const reference = amountAtDollarPrices(
        amountIn,
        { usd: parseRational(given.priceUsd), decimals: from.decimals },
        { usd: parseRational(got.priceUsd), decimals: to.decimals },
      );
      const shown = { kind: 'trusted-price' as const, amountOut: roundedDown(reference), overSeconds: null };
      const worseBps = shortfallBps(amountOut, reference);
      const apart = worseBps > 0 ? 0 : apartBps({ numerator: amountOut, denominator: 1n }, reference);
      if (apart > maxDisagreementBps) {
        const detail = apartText(apart, 'The reliable price that the strategy used and the price in the pools', maxDisagreementBps);
        return { ok: false, reason: 'price-disagreement', detail, reference: shown };
      }
      if (worseBps <= maxQuoteDeviationBps) return { ok: true, reference: shown, worseBps };
      const detail = shortfallText(worseBps, shown.kind, maxQuoteDeviationBps);
      return { ok: false, reason: 'output-below-reference', detail, reference: shown };
    },
  };
}

function isTrusted(price: SeriesPrice | null): price is SeriesPrice {
  return price?.isTrusted === true;
}

function noReference(): GuardAnswer {
  return { ok: false, reason: 'no-reference-price', detail: 'No reliable price is available to check the quote.', reference: null };
}
