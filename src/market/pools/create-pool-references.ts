import type { PoolState, UniswapV3, UniswapV3Pool } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import type { Address } from '../../values/address.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import { bandAround, liquidityAround } from './liquidity-around.ts';
import type { ReferenceRules } from './reference-rules.ts';
import { priceFrom, sqrtPriceAtTick } from './tick-math.ts';
import { throughBoth, type Voice, weighVoices } from './weigh-voices.ts';

type Pair = readonly [Address, Address];

/** What the pools of some pairs said at one moment. */
export type PoolReadings = {
  /** What each pool of the pair says of the price of `tokenIn` in `tokenOut`, as far as it is old and deep enough to say anything. */
  voicesOf(tokenIn: Address, tokenOut: Address): readonly Voice[];
  /** The square root of a pool's price now; null for a pool that was not read. */
  spotOf(pool: Address): bigint | null;
};

/**
 * What pools say of prices, for all who hold something against it. Every pool of a pair over all fee tiers of Uniswap v3 has a voice that
 * counts by its liquidity: the least of what it had in range over the window (harmonic mean), and of what lies within 2 % to either side of its
 * mean price. A pool that remembers less than the rules ask for has none. Neither have pools of Uniswap v2 and v4: they remember nothing
 * that can be asked for.
 */
export type PoolReferences = {
  /** @throws RetryableError when the chain cannot be read */
  read(network: EffectiveNetwork, pairs: readonly Pair[], rules: ReferenceRules): Promise<PoolReadings>;
};

export function createPoolReferences(deps: { readonly uniswapV3: Pick<UniswapV3, 'findPools' | 'readPools' | 'payouts'> }): PoolReferences {
  const { uniswapV3 } = deps;
  return {
    async read({ id, contracts, nodeUrls }, pairs, rules) {
      const { windowSeconds, priceSeconds, leastSeconds } = rules;
      const deployment = contracts.uniswapV3;
      // A chain that we have no endpoint for cannot be asked; that is no failure.
      if (deployment === null || nodeUrls.length === 0 || pairs.length === 0) return readingsOf([], new Map());
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
        return { pool, sqrtPriceX96, liquidity, overSeconds: mean.overSeconds };
      });
      return readingsOf(spoken, known);
    },
  };
}

type Spoken = { readonly pool: UniswapV3Pool; readonly sqrtPriceX96: bigint } & Pick<Voice, 'liquidity' | 'overSeconds'>;

function readingsOf(spoken: readonly Spoken[], known: ReadonlyMap<Address, PoolState>): PoolReadings {
  return {
    voicesOf: (tokenIn, tokenOut) =>
      spoken
        .filter(({ pool }) =>
          tokenIn < tokenOut ? tokenIn === pool.token0 && tokenOut === pool.token1 : tokenIn === pool.token1 && tokenOut === pool.token0,
        )
        .map(({ pool, sqrtPriceX96, liquidity, overSeconds }) => {
          return { price: priceFrom(tokenIn, tokenOut, sqrtPriceX96), liquidity, overSeconds, basis: pool.address };
        }),
    spotOf: (pool) => known.get(pool)?.sqrtPriceX96 ?? null,
  };
}

/**
 * The price of `tokenIn` in `tokenOut` by all pools of the pair, and by all ways through one of `hubs`: the pools of one pair alone may
 * all be somebody's own. null: nothing that counts connects the two.
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
