import { isEvmChain } from '../../values/chain-ids.ts';
import { parseRational, type Rational } from '../../values/rational.ts';
import type { Networks } from '../networks/create-networks.ts';
import { type PoolReferences, referenceBetween } from '../pools/create-pool-references.ts';
import { guardRules, type ReferenceRules } from '../pools/reference-rules.ts';
import { amountAt, priceFrom } from '../pools/tick-math.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import { amountAtDollarPrices, apartBps, apartText, roundedDown, shortfallBps, shortfallText } from './bounds.ts';
import { pairsToLookFor } from './candidate-paths.ts';
import type { Route } from './route-source.ts';
import { tradingHubs } from './trading-hubs.ts';

/** What a quote was held against. */
export type Reference = {
  /**
   * `pool-average`: the time-weighted mean of all pools that connect the tokens, not of those alone that the route takes. `price-service`:
   * off-chain dollar prices. `trusted-price`: the prices that a strategy has decided by.
   */
  readonly kind: 'pool-average' | 'price-service' | 'trusted-price';
  /** Base units out that the input is worth at the reference, without fees and price impact, rounded down. */
  readonly amountOut: string;
  /** The shortest history among the pools that count, in seconds; null for prices that are no averages. */
  readonly overSeconds: number | null;
};

export type GuardAnswer =
  | { readonly ok: true; readonly reference: Reference; readonly worseBps: number }
  | {
      readonly ok: false;
      /**
       * `price-manipulated`: the pools' prices now are themselves further from their average than allowed.
       * `output-below-reference`: they are not, but fees and price impact take too much (or the price service says more).
       * `no-reference-price`: nothing can tell whether the quote is fair.
       * `price-disagreement`: two things can, and do not agree, whichever of them is higher.
       */
      readonly reason: 'price-manipulated' | 'output-below-reference' | 'no-reference-price' | 'price-disagreement';
      readonly detail: string;
      readonly reference: Reference | null;
    };

/**
 * Holds a quote against a price that one moment's swaps cannot have moved (domain decisions, "DCA": a quote at most so many basis
 * points worse than the pool's average price).
 * @throws RetryableError when the chain cannot be read
 */
export type OutputGuard = { check(route: Route): Promise<GuardAnswer> };

type Average = { readonly reference: Rational; readonly spot: Rational | null; readonly overSeconds: number };

export function createOutputGuard(deps: {
  references: PoolReferences;
  networks: Pick<Networks, 'get'>;
  prices: Pick<Prices, 'pricesOf'>;
  tokens: Pick<Tokens, 'findMany'>;
  /** How much worse than the reference a quote may be. */
  maxQuoteDeviationBps: number;
  /** How far the pools' average and off-chain prices may be apart. */
  maxDisagreementBps: number;
  rules?: (chainId: number) => ReferenceRules;
}): OutputGuard {
  const { references, networks, prices, tokens, maxQuoteDeviationBps, maxDisagreementBps, rules = guardRules } = deps;

  return {
    async check(route) {
      const [average, off] = await Promise.all([poolAverage(route), offChainReference(route)]);
      const reference = average?.reference ?? off;
      if (reference === null || reference.numerator <= 0n) {
        return {
          ok: false,
          reason: 'no-reference-price',
          detail: 'Neither the pools nor a price source know a fair price.',
          reference: null,
        };
      }
      const shown: Reference = {
        kind: average === null ? 'price-service' : 'pool-average',
        amountOut: roundedDown(reference),
        overSeconds: average?.overSeconds ?? null,
      };
      if (average !== null && off !== null) {
        const apart = apartBps(average.reference, off);
        if (apart > maxDisagreementBps) {
          const detail = apartText(apart, "The pools' average price and what price services say", maxDisagreementBps);
          return { ok: false, reason: 'price-disagreement', detail, reference: shown };
        }
      }
      const worseBps = shortfallBps(route.amountOut, reference);
      if (worseBps <= maxQuoteDeviationBps) return { ok: true, reference: shown, worseBps };
      const movedBps = average === null ? 0 : spotShortfallBps(average);
      const reason = movedBps > maxQuoteDeviationBps ? 'price-manipulated' : 'output-below-reference';
      const detail = shortfallText(worseBps, shown.kind, maxQuoteDeviationBps);
      return { ok: false, reason, detail, reference: shown };
    },
  };

  async function poolAverage({ chainId, tokenIn, tokenOut, amountIn, hops }: Route): Promise<Average | null> {
    const network = isEvmChain(chainId) ? await networks.get(chainId) : null;
    if (network === null) return null;
    const hubs = tradingHubs(network);
    const readings = await references.read(network, pairsToLookFor(tokenIn, tokenOut, hubs), rules(chainId));
    const average = referenceBetween(readings, tokenIn, tokenOut, hubs);
    if (average === null) return null;
    const spots = hops.flatMap((hop) => {
      const spot = readings.spotOf(hop.pool);
      return spot === null ? [] : [priceFrom(hop.tokenIn, hop.tokenOut, spot)];
    });
    return {
      reference: amountAt(amountIn, [average.price]),
      spot: spots.length === hops.length ? amountAt(amountIn, spots) : null,
      overSeconds: average.overSeconds,
    };
  }

  async function offChainReference({ chainId, tokenIn, tokenOut, amountIn }: Route): Promise<Rational | null> {
    const asked = [tokenIn, tokenOut].map((address) => ({ chainId, address }));
    const records = await tokens.findMany(asked);
    const from = records.get(tokenKey(chainId, tokenIn));
    const to = records.get(tokenKey(chainId, tokenOut));
    if (from === undefined || to === undefined) return null;
    const answers = await prices.pricesOf([from, to], { offChainOnly: true });
    const fromUsd = answers.get(tokenKey(chainId, tokenIn))?.price?.usd;
    const toUsd = answers.get(tokenKey(chainId, tokenOut))?.price?.usd;
    if (fromUsd === undefined || toUsd === undefined) return null;
    return amountAtDollarPrices(
      amountIn,
      { usd: parseRational(fromUsd), decimals: from.decimals },
      { usd: parseRational(toUsd), decimals: to.decimals },
    );
  }
}

/** How much worse the prices of the route's pools are now than the average, for the way the route goes. */
function spotShortfallBps({ reference, spot }: Average): number {
  if (spot === null) return 0;
  return shortfallBps(1n, { numerator: reference.numerator * spot.denominator, denominator: reference.denominator * spot.numerator });
}
