import { sqrtPriceAtTick } from '../../../../src/market/pools/tick-math.ts';
import type { PoolState, SwapCall, UniswapV3, UniswapV3Pool } from '../../../../src/platform/chain/uniswap-v3/uniswap-v3.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';

/** A pool whose current price is at `tick`. Without `mean` the pool has no price history. */
export type FakePool = {
  readonly pool: UniswapV3Pool;
  readonly tick: number;
  readonly mean?: { tick: number; overSeconds: number; liquidity?: bigint };
  /** Current liquidity of the pool. It is also the average liquidity unless `mean` contains a value of its own. */
  readonly liquidity?: bigint;
  /** Liquidity around the average price; defaults to the current liquidity. */
  readonly around?: bigint;
};

const DEEP = 10n ** 24n;

export const addressOf = (n: number): Address => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);

export function fakePool(a: Address, b: Address, fee: number, more: Partial<FakePool> = {}): FakePool {
  const [token0, token1] = a < b ? [a, b] : [b, a];
  const address = parseAddress(`0x${(BigInt(token0) * 7_919n + BigInt(token1) * 104_729n + BigInt(fee)).toString(16).padStart(40, '0')}`);
  return { pool: { address, token0, token1, fee }, tick: 0, ...more };
}

type Fake = UniswapV3 & {
  /** The swaps that the code under test has encoded. */
  readonly calls: SwapCall[];
  /** Number of calls of each function. */
  readonly reads: { findPools: number; readPools: number; payouts: number };
};

/** Creates a fake Uniswap v3: a quote is reduced by the pool's fee and by nothing else. */
export function createFakeUniswapV3(pools: readonly FakePool[]): Fake {
  const calls: SwapCall[] = [];
  const reads = { findPools: 0, readPools: 0, payouts: 0 };
  const byAddress = new Map(pools.map((one) => [one.pool.address, one]));
  return {
    calls,
    reads,
    findPools: async (_, __, pairs) => {
      reads.findPools += 1;
      return pools.map((one) => one.pool).filter((pool) => pairs.some((pair) => pair.includes(pool.token0) && pair.includes(pool.token1)));
    },
    readPools: async (_, addresses, { leastSeconds = 1 }) => {
      reads.readPools += 1;
      return addresses.map((address): PoolState | null => {
        const one = byAddress.get(address);
        if (one === undefined) return null;
        const liquidity = one.liquidity ?? DEEP;
        const mean = one.mean === undefined || one.mean.overSeconds < leastSeconds ? null : { liquidity, ...one.mean };
        return { sqrtPriceX96: sqrtPriceAtTick(one.tick), tick: one.tick, liquidity, mean };
      });
    },
    payouts: async (_, __, moves) => {
      reads.payouts += 1;
      return moves.map(({ pool, fromSqrtPriceX96: from, toSqrtPriceX96: to }) => {
        const { around, liquidity = DEEP } = byAddress.get(pool.address) ?? {};
        const deep = around ?? liquidity;
        return to < from ? (deep * (from - to)) >> 96n : (deep * 2n ** 96n * (to - from)) / (from * to);
      });
    },
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
