import type { UniswapV2, UniswapV2PairState } from '../../platform/chain/uniswap-v2/uniswap-v2.ts';
import type { UniswapV4, UniswapV4Pool, UniswapV4PoolState } from '../../platform/chain/uniswap-v4/uniswap-v4.ts';
import type { Address } from '../../values/address.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import type { TokenPair } from './asked-pairs.ts';
import { BAND_TICKS, liquidityAcross } from './liquidity-around.ts';
import { type PoolReading, tickOfPrice } from './pool-history.ts';

/** A pool of Uniswap v2 or v4 for a pair of tokens. Its name is the address of the v2 pool, or the id of the v4 pool. */
export type SampledPool = TokenPair & { readonly name: string } & (
    | { readonly version: 2; readonly address: Address }
    /**
     * `isFlipped` is true when the pool contains the native asset instead of its wrapped token. The native asset (address 0) always comes
     * first in a pool. So the pool's tokens can be in the reverse order of the pair's tokens.
     */
    | { readonly version: 4; readonly pool: UniswapV4Pool; readonly isFlipped: boolean }
  );

type Readers = {
  readonly uniswapV2: Pick<UniswapV2, 'findPairs' | 'readPairs'>;
  readonly uniswapV4: Pick<UniswapV4, 'findPools' | 'readPools' | 'idOf'>;
};

/**
 * Finds the Uniswap v2 and v4 pools of token pairs. Pools of v4 with hooks (contracts that change a pool's behavior) are excluded, because
 * a hook can change what a pool returns. For a pair with the wrapped native asset, pools with the native asset itself are included.
 */
export async function findSampledPools(
  { uniswapV2, uniswapV4 }: Readers,
  { id, contracts }: EffectiveNetwork,
  pairs: readonly TokenPair[],
): Promise<readonly SampledPool[]> {
  const wrapped = contracts.wrappedNative;
  const unwrapped = (token: Address) => (token === wrapped ? NATIVE_ADDRESS : token);
  const asTuples = pairs.map(({ token0, token1 }) => [token0, token1] as const);
  const withNative = asTuples
    .filter((pair) => wrapped !== null && pair.includes(wrapped))
    .map(([a, b]) => [unwrapped(a), unwrapped(b)] as const);
  const [v2, v4] = await Promise.all([
    contracts.uniswapV2 === null ? [] : uniswapV2.findPairs(id, contracts.uniswapV2, asTuples),
    contracts.uniswapV4 === null ? [] : uniswapV4.findPools(id, contracts.uniswapV4, [...asTuples, ...withNative]),
  ]);
  const wrappedForm = (currency: Address) => (currency === NATIVE_ADDRESS && wrapped !== null ? wrapped : currency);
  return [
    ...v2.map(({ address, token0, token1 }): SampledPool => ({ version: 2, name: address, address, token0, token1 })),
    ...v4.map((pool): SampledPool => {
      const [a, b] = [wrappedForm(pool.currency0), wrappedForm(pool.currency1)];
      const isFlipped = a > b;
      return { version: 4, name: uniswapV4.idOf(pool), pool, isFlipped, token0: isFlipped ? b : a, token1: isFlipped ? a : b };
    }),
  ];
}

/** Reads the states of the pools in `pools`, in the same order. The result is null for a pool that could not be read. */
export async function readSampledPools(
  { uniswapV2, uniswapV4 }: Readers,
  { id, contracts }: EffectiveNetwork,
  pools: readonly SampledPool[],
): Promise<readonly (PoolReading | null)[]> {
  const v2 = pools.filter((pool) => pool.version === 2);
  const v4 = pools.filter((pool) => pool.version === 4);
  const [pairStates, poolStates] = await Promise.all([
    uniswapV2.readPairs(
      id,
      v2.map(({ address }) => address),
    ),
    contracts.uniswapV4 === null
      ? []
      : uniswapV4.readPools(
          id,
          contracts.uniswapV4,
          v4.map(({ pool }) => pool),
          BAND_TICKS,
        ),
  ]);
  const readings = new Map<SampledPool, PoolReading>();
  v2.forEach((pool, index) => {
    const state = pairStates[index];
    if (state != null) readings.set(pool, readingOfPair(state));
  });
  v4.forEach((pool, index) => {
    const state = poolStates[index];
    if (state != null) readings.set(pool, readingOfPool(state, pool.isFlipped));
  });
  return pools.map((pool) => readings.get(pool) ?? null);
}

/**
 * Returns the price and liquidity of a Uniswap v2 pool. Its liquidity, which is spread over all prices, is the square root of the product
 * of its reserves.
 */
export function readingOfPair({ atSec, reserve0, reserve1, cumulative0, cumulative1 }: UniswapV2PairState): PoolReading {
  const isEmpty = reserve0 === 0n || reserve1 === 0n;
  return {
    atSec,
    tick: isEmpty ? 0 : tickOfPrice(Number(reserve1) / Number(reserve0)),
    liquidity: Math.sqrt(Number(reserve0)) * Math.sqrt(Number(reserve1)),
    sums: { cumulative0, cumulative1 },
  };
}

export function readingOfPool(state: UniswapV4PoolState, isFlipped: boolean): PoolReading {
  const { atSec, tick, liquidity } = state;
  return { atSec, tick: isFlipped ? -tick : tick, liquidity: Math.min(Number(liquidity), liquidityAcross(state)), sums: null };
}
