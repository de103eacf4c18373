import type { PoolState, UniswapV3 } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import { parseRational, type Rational } from '../../values/rational.ts';
import { amountAt, priceFrom, sqrtPriceAtTick } from '../pools/tick-math.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import { amountAtDollarPrices, roundedDown, shortfallBps, shortfallText } from './bounds.ts';
import type { Route } from './route-source.ts';

/** What a quote was held against. */
export type Reference = {
  /**
   * `pool-average`: the time-weighted mean of the very pools that the route takes. `price-service`: off-chain dollar prices. `trusted-price`: the
   * prices that a strategy has decided by.
   */
  readonly kind: 'pool-average' | 'price-service' | 'trusted-price';
  /** Base units out that the input is worth at the reference, without fees and price impact, rounded down. */
  readonly amountOut: string;
  /** The shortest history among the pools, in seconds; null for the price service. */
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
       */
      readonly reason: 'price-manipulated' | 'output-below-reference' | 'no-reference-price';
      readonly detail: string;
      readonly reference: Reference | null;
    };

/**
 * Holds a quote against a price that one moment's swaps cannot have moved (domain decisions, "DCA": a quote at most so many basis
 * points worse than the pool's average price).
 * @throws RetryableError when the chain cannot be read
 */
export type OutputGuard = { check(route: Route): Promise<GuardAnswer> };

export type AverageRules = {
  /** The time that prices are averaged over. */
  readonly windowSeconds: number;
  /**
   * A pool that remembers less counts as remembering nothing. A pool with room for one observation remembers only the time since
   * its last swap, in which the price was all along what that swap made it: that says something only if nobody traded it back for
   * a good while, so such a pool has to remember the default's 5 minutes whatever is set here.
   */
  readonly leastSeconds: number;
};

/** 30 minutes, and at least 5. */
export const DEFAULT_AVERAGE_RULES: AverageRules = { windowSeconds: 1_800, leastSeconds: 300 };

type Average = { readonly reference: Rational; readonly spot: Rational; readonly overSeconds: number };

export function createOutputGuard(deps: {
  uniswapV3: UniswapV3;
  prices: Prices;
  tokens: Tokens;
  /** How much worse than the reference a quote may be. */
  maxQuoteDeviationBps: number;
  averageRules?: (chainId: number) => AverageRules;
}): OutputGuard {
  const { uniswapV3, prices, tokens, maxQuoteDeviationBps, averageRules = () => DEFAULT_AVERAGE_RULES } = deps;

  return {
    async check(route) {
      const average = await poolAverage(route);
      const off = average === null ? await offChainReference(route) : null;
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
      const worseBps = shortfallBps(route.amountOut, reference);
      if (worseBps <= maxQuoteDeviationBps) return { ok: true, reference: shown, worseBps };
      const movedBps = average === null ? 0 : spotShortfallBps(average);
      const reason = movedBps > maxQuoteDeviationBps ? 'price-manipulated' : 'output-below-reference';
      const detail = shortfallText(worseBps, shown.kind, maxQuoteDeviationBps);
      return { ok: false, reason, detail, reference: shown };
    },
  };

  async function poolAverage(route: Route): Promise<Average | null> {
    const { windowSeconds, leastSeconds } = averageRules(route.chainId);
    const states = await uniswapV3.readPools(
      route.chainId,
      route.hops.map((hop) => hop.pool),
      windowSeconds,
    );
    const means: Rational[] = [];
    const spots: Rational[] = [];
    let overSeconds = windowSeconds;
    for (const [index, hop] of route.hops.entries()) {
      const state = states[index];
      if (state == null || state.mean === null || !saysEnough(state.mean, leastSeconds)) return null;
      means.push(priceFrom(hop.tokenIn, hop.tokenOut, sqrtPriceAtTick(state.mean.tick)));
      spots.push(priceFrom(hop.tokenIn, hop.tokenOut, state.sqrtPriceX96));
      overSeconds = Math.min(overSeconds, state.mean.overSeconds);
    }
    return { reference: amountAt(route.amountIn, means), spot: amountAt(route.amountIn, spots), overSeconds };
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

function saysEnough({ overSeconds, cardinality }: NonNullable<PoolState['mean']>, leastSeconds: number): boolean {
  return overSeconds >= (cardinality > 1 ? leastSeconds : Math.max(leastSeconds, DEFAULT_AVERAGE_RULES.leastSeconds));
}

/** How much worse the pools' prices are now than on average, for the way the route goes. */
function spotShortfallBps({ reference, spot }: Average): number {
  return shortfallBps(1n, { numerator: reference.numerator * spot.denominator, denominator: reference.denominator * spot.numerator });
}
