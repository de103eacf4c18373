import type { PoolState, UniswapV3, UniswapV3Pool } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import type { Address } from '../../values/address.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import type { PoolSamples, SampledMean } from './create-pool-samples.ts';
import { bandAround, liquidityAround } from './liquidity-around.ts';
import type { ReferenceRules } from './reference-rules.ts';
import { MAX_TICK, priceFrom, sqrtPriceAtTick } from './tick-math.ts';
import { throughBoth, type Voice, weighVoices } from './weigh-voices.ts';

type Pair = readonly [Address, Address];

/** The prices and states of the pools of several token pairs, all read at the same time. */
export type PoolReadings = {
  /** Returns one price of `tokenIn` in `tokenOut` from each pool of the pair that has enough history and liquidity. */
  voicesOf(tokenIn: Address, tokenOut: Address): readonly Voice[];
  /** Returns the square root of a pool's current price; null when the pool was not read. */
  spotOf(pool: Address): bigint | null;
};

/**
 * Reads reference prices from pools of Uniswap v2, v3 and v4, against which quotes and prices are checked. Every pool of a pair, in all fee
 * tiers, is weighted by its liquidity: the smaller of its in-range liquidity over the time window (harmonic mean) and its liquidity within
 * 2 % of its mean price. A pool with less history than the rules require is ignored. Pools of v3 store their history themselves. Pools of
 * v2 and v4 are used after this node has sampled them for long enough (`PoolSamples`), and never for current prices.
 */
export type PoolReferences = {
  /**
   * Reads the pools of the token pairs in `pairs`.
   * @param isForOrder whether an order depends on the result; if so, the pools of these pairs are sampled with priority
   * @throws RetryableError when the chain cannot be read
   */
  read(network: EffectiveNetwork, pairs: readonly Pair[], rules: ReferenceRules, isForOrder?: boolean): Promise<PoolReadings>;
};

export function createPoolReferences(deps: {
  readonly uniswapV3: Pick<UniswapV3, 'findPools' | 'readPools' | 'payouts'>;
  /** This node's price histories of Uniswap v2 and v4 pools. When missing, pools of v2 and v4 are ignored. */
  readonly samples?: Pick<PoolSamples, 'note' | 'meansOf'>;
}): PoolReferences {
  const { uniswapV3, samples } = deps;
  return {
    async read({ id, contracts, nodeUrls }, pairs, rules, isForOrder = false) {
      const { windowSeconds, priceSeconds, leastSeconds } = rules;
      // The pools of a chain without an RPC endpoint cannot be read. For such a chain, an empty result is returned instead of an error.
      if (nodeUrls.length === 0 || pairs.length === 0) return readingsOf([], new Map());
      samples?.note(id, pairs, isForOrder);
      const sampled = (samples?.meansOf(id, pairs, rules) ?? []).map(spokenOfSamples);
      const deployment = contracts.uniswapV3;
      if (deployment === null) return readingsOf(sampled, new Map());
      const pools = await uniswapV3.findPools(id, deployment, pairs);
      const addresses = pools.map(({ address }) => address);
      const window = { windowSeconds, leastSeconds, ...(priceSeconds > 0 ? { priceSeconds } : {}) };
      const states = pools.length === 0 ? [] : await uniswapV3.readPools(id, addresses, window);
      const known = new Map<Address, PoolState>();
      const speaking = pools.flatMap((pool, index) => {
        const state = states[index];
        if (state == null || state.sqrtPriceX96 === 0n) return [];
        known.set(pool.address, state);
        const { mean, sqrtPriceX96: spot } = state;
        if (mean === null || mean.overSeconds < leastSeconds) return [];
        return [{ pool, mean, spot, band: bandAround(mean.tick) }];
      });
      const moves = speaking.flatMap(({ pool, spot, band }) =>
        band.map((toSqrtPriceX96) => ({ pool, fromSqrtPriceX96: spot, toSqrtPriceX96 })),
      );
      const payouts = moves.length === 0 ? [] : await uniswapV3.payouts(id, deployment, moves);
      const spoken = speaking.map(({ pool, mean, spot, band }, index) => {
        const paid = payouts.slice(index * band.length, (index + 1) * band.length);
        const liquidity = Math.min(Number(mean.liquidity), liquidityAround(spot, band, paid));
        const sqrtPriceX96 = priceSeconds === 0 ? spot : sqrtPriceAtTick(mean.tick);
        const { token0, token1, address: basis } = pool;
        return { token0, token1, sqrtPriceX96, liquidity, overSeconds: mean.overSeconds, basis };
      });
      return readingsOf([...spoken, ...sampled], known);
    },
  };
}

type Spoken = Pick<UniswapV3Pool, 'token0' | 'token1'> & { readonly sqrtPriceX96: bigint } & Omit<Voice, 'price'>;

function spokenOfSamples({ tick, ...voice }: SampledMean): Spoken {
  return { ...voice, sqrtPriceX96: sqrtPriceAtTick(Math.max(-MAX_TICK, Math.min(MAX_TICK, Math.round(tick)))) };
}

function readingsOf(spoken: readonly Spoken[], known: ReadonlyMap<Address, PoolState>): PoolReadings {
  return {
    voicesOf: (tokenIn, tokenOut) =>
      spoken
        .filter(({ token0, token1 }) =>
          tokenIn < tokenOut ? tokenIn === token0 && tokenOut === token1 : tokenIn === token1 && tokenOut === token0,
        )
        .map(({ sqrtPriceX96, liquidity, overSeconds, basis }) => {
          return { price: priceFrom(tokenIn, tokenOut, sqrtPriceX96), liquidity, overSeconds, basis };
        }),
    spotOf: (pool) => known.get(pool)?.sqrtPriceX96 ?? null,
  };
}

/**
 * Returns the price of `tokenIn` in `tokenOut` from all pools of the pair and all paths through one of `hubs` (intermediate tokens). Paths
 * are included because the pools of a pair alone may all belong to one person, who could set their price. Null when no usable pool connects
 * the two tokens.
 */
export function referenceBetween(readings: PoolReadings, tokenIn: Address, tokenOut: Address, hubs: readonly Address[]): Voice | null {
  const throughHubs = hubs
    .filter((hub) => hub !== tokenIn && hub !== tokenOut)
    .flatMap((hub) => {
      const first = weighVoices(readings.voicesOf(tokenIn, hub));
      const second = weighVoices(readings.voicesOf(hub, tokenOut));
      return first === null || second === null ? [] : [throughBoth(first, second)];
    });
  return weighVoices([...readings.voicesOf(tokenIn, tokenOut), ...throughHubs]);
}
