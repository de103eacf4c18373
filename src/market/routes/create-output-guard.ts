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

/** The reference price with which a quote was compared. */
export type Reference = {
  /**
   * The kind of the reference price. `pool-average`: time-weighted mean of all pools that connect the tokens, including those that the
   * route does not use. `price-service`: off-chain dollar prices. `trusted-price`: the prices on which a strategy's decision was based.
   */
  readonly kind: 'pool-average' | 'price-service' | 'trusted-price';
  /** The output in base units that a trade without fees and price impact would have at the reference price, rounded down. */
  readonly amountOut: string;
  /** The shortest price history among the pools used, in seconds; null when the reference price is not an average. */
  readonly overSeconds: number | null;
};

export type GuardAnswer =
  | { readonly ok: true; readonly reference: Reference; readonly worseBps: number }
  | {
      readonly ok: false;
      /**
       * Why the quote is refused. `price-manipulated`: the pools' current prices differ from their average by more than allowed.
       * `output-below-reference`: the current prices are acceptable, but the output is too low because of fees and price impact, or
       * compared with the price service. `no-reference-price`: there is no data to decide whether the quote is fair. `price-disagreement`:
       * two reference prices differ by more than allowed, whichever of them is higher.
       */
      readonly reason: 'price-manipulated' | 'output-below-reference' | 'no-reference-price' | 'price-disagreement';
      readonly detail: string;
      readonly reference: Reference | null;
    };

/**
 * Checks a quote against a reference price that an attacker cannot change by swaps at a single moment. The quote may be only a limited
 * number of basis points below the reference price (domain decisions, "DCA").
 * @throws RetryableError when the chain cannot be read
 */
export type OutputGuard = { check(route: Route): Promise<GuardAnswer> };

type Average = { readonly reference: Rational; readonly spot: Rational | null; readonly overSeconds: number };

export function createOutputGuard(deps: {
  references: PoolReferences;
  networks: Pick<Networks, 'get'>;
  prices: Pick<Prices, 'pricesOf'>;
  tokens: Pick<Tokens, 'findMany'>;
  /** Maximum number of basis points by which the output of a quote may be below the output at the reference price. */
  maxQuoteDeviationBps: number;
  /** Maximum difference between the pools' average price and the off-chain price, in basis points. */
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
          detail: noReferenceText(rules(route.chainId)),
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
          const detail = apartText(apart, "The pools' average price and the price services' price", maxDisagreementBps);
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
    const readings = await references.read(network, pairsToLookFor(tokenIn, tokenOut, hubs), rules(chainId), true);
    const average = referenceBetween(readings, tokenIn, tokenOut, hubs);
    if (average === null) return null;
    const spots = hops.flatMap((hop) => {
      const spot = readings.spotOf(hop.pool);
      return spot === null ? [] : [priceFrom(hop.tokenIn, hop.tokenOut, spot)];
    });
    return {
      reference: amountAt(amountIn, [average.price]),
      spot: hops.length > 0 && spots.length === hops.length ? amountAt(amountIn, spots) : null,
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

/** Returns by how many basis points the current prices of the route's pools are worse than their average, in the direction of the trade. */
function spotShortfallBps({ reference, spot }: Average): number {
  if (spot === null) return 0;
  return shortfallBps(1n, { numerator: reference.numerator * spot.denominator, denominator: reference.denominator * spot.numerator });
}

function noReferenceText({ leastSeconds }: Pick<ReferenceRules, 'leastSeconds'>): string {
  return `The price of the pair cannot be checked: no pool of the two tokens has prices for the last ${leastSeconds} s, and no price service knows both tokens.`;
}
