import type { PoolState, SwapCall, UniswapV3, UniswapV3Pool } from '../../../src/platform/chain/uniswap-v3/uniswap-v3.ts';
import { sqrtPriceAtTick } from '../../../src/services/pools/tick-math.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';

/** A pool whose tokens are at `tick`; `meanTick` undefined: it remembers nothing. */
export type FakePool = {
  readonly pool: UniswapV3Pool;
  readonly tick: number;
  readonly mean?: { tick: number; overSeconds: number; cardinality: number };
  readonly liquidity?: bigint;
};

export const addressOf = (n: number): Address => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);

export function fakePool(a: Address, b: Address, fee: number, more: Partial<FakePool> = {}): FakePool {
  const [token0, token1] = a < b ? [a, b] : [b, a];
  const address = parseAddress(`0x${(BigInt(token0) * 7_919n + BigInt(token1) * 104_729n + BigInt(fee)).toString(16).padStart(40, '0')}`);
  return { pool: { address, token0, token1, fee }, tick: 0, ...more };
}

/** Uniswap v3 out of plain numbers: a quote loses the fee and nothing else. `calls` keeps what was encoded. */
export function createFakeUniswapV3(pools: readonly FakePool[]): UniswapV3 & { readonly calls: SwapCall[] } {
  const calls: SwapCall[] = [];
  const byAddress = new Map(pools.map((one) => [one.pool.address, one]));
  return {
    calls,
    findPools: async (_, __, pairs) =>
      pools.map((one) => one.pool).filter((pool) => pairs.some((pair) => pair.includes(pool.token0) && pair.includes(pool.token1))),
    readPools: async (_, addresses) =>
      addresses.map((address): PoolState | null => {
        const one = byAddress.get(address);
        if (one === undefined) return null;
        return { sqrtPriceX96: sqrtPriceAtTick(one.tick), tick: one.tick, liquidity: one.liquidity ?? 1n, mean: one.mean ?? null };
      }),
    balances: async (_, asked) => asked.map(() => 10n ** 30n),
    quote: async (_, __, paths, amountIn) =>
      paths.map((path) => {
        let amount = amountIn;
        path.pools.forEach((pool, index) => {
          const square = sqrtPriceAtTick(byAddress.get(pool.address)?.tick ?? 0) ** 2n;
          amount = (amount * BigInt(1_000_000 - pool.fee)) / 1_000_000n;
          amount = path.tokens[index] === pool.token0 ? (amount * square) >> 192n : (amount << 192n) / square;
        });
        return { amountOut: amount, gasEstimate: 100_000n };
      }),
    encodeSwap(_, call) {
      calls.push(call);
      return '0x1234';
    },
  };
}
