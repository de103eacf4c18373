import { parseAddress } from '../../../values/address.ts';
import { isNative } from '../../../values/native.ts';
import { uniswapV3FactoryAbi } from '../abi/uniswap-v3-factory.generated.ts';
import { uniswapV3QuoterAbi } from '../abi/uniswap-v3-quoter.generated.ts';
import type { Chains } from '../chain.ts';
import { encodePath } from './encode-path.ts';
import { encodeSwap } from './encode-swap.ts';
import { readPools } from './read-pools.ts';
import { UNISWAP_V3_FEES, type UniswapV3 } from './uniswap-v3.ts';

type Pair = Parameters<UniswapV3['findPools']>[2][number];

/**
 * Gas limit, in gas units, of a quote, which simulates a whole swap including its tokens' code. A swap that needs more gas could not be
 * executed either. With this limit, a batch of quotes stays below the limits of nodes.
 */
const QUOTE_GAS = { gasEach: 2_500_000n, isThrough: true };
const QUOTES_IN_ONE_BATCH = 8;
/**
 * Gas limits, in gas units, for simulating a move of a pool's price. A move of 2 % in a pool of the narrowest tick spacing may cross 400
 * ticks at some 25,000 gas each. The limit is high enough for that, so nobody can prevent the simulation by adding liquidity at every tick.
 */
const MOVE_GAS = { ...QUOTE_GAS, gasAlone: 12_000_000n };
/** An input amount larger than the capacity of every pool, so that the simulated price move ends only at the target price. */
const ENOUGH = 2n ** 127n;

export function createUniswapV3(deps: { chains: Pick<Chains, 'of'> }): UniswapV3 {
  const { chains } = deps;
  return {
    encodeSwap,

    async findPools(chainId, { factory }, pairs) {
      const wanted = uniquePairs(pairs).flatMap(([token0, token1]) => UNISWAP_V3_FEES.map((fee) => ({ token0, token1, fee })));
      const calls = wanted.map(
        ({ token0, token1, fee }) =>
          ({ address: factory, abi: uniswapV3FactoryAbi, functionName: 'getPool', args: [token0, token1, fee] }) as const,
      );
      const results = await chains.of(chainId).readContracts(calls);
      return wanted.flatMap((pool, index) => {
        const result = results[index];
        if (result?.status !== 'success') return [];
        const address = parseAddress(result.result);
        return isNative(address) ? [] : [{ address, ...pool }];
      });
    },

    readPools: (chainId, pools, window) => readPools(chains.of(chainId), pools, window),

    async payouts(chainId, { quoterV2 }, moves) {
      const chain = chains.of(chainId);
      const calls = moves.map(({ pool, fromSqrtPriceX96, toSqrtPriceX96 }) => {
        const [tokenIn, tokenOut] = toSqrtPriceX96 < fromSqrtPriceX96 ? [pool.token0, pool.token1] : [pool.token1, pool.token0];
        const move = { tokenIn, tokenOut, amountIn: ENOUGH, fee: pool.fee, sqrtPriceLimitX96: toSqrtPriceX96 };
        return { address: quoterV2, abi: uniswapV3QuoterAbi, functionName: 'quoteExactInputSingle', args: [move] } as const;
      });
      const batches = await Promise.all(chunksOf(calls, QUOTES_IN_ONE_BATCH).map((batch) => chain.readContracts(batch, MOVE_GAS)));
      return batches.flat().map((result) => (result.status === 'success' ? result.result[0] : 0n));
    },

    async quote(chainId, { quoterV2 }, paths, amountIn) {
      const chain = chains.of(chainId);
      const calls = paths.map(
        (path) =>
          ({ address: quoterV2, abi: uniswapV3QuoterAbi, functionName: 'quoteExactInput', args: [encodePath(path), amountIn] }) as const,
      );
      const batches = await Promise.all(chunksOf(calls, QUOTES_IN_ONE_BATCH).map((batch) => chain.readContracts(batch, QUOTE_GAS)));
      return batches.flat().map((result) => {
        if (result.status !== 'success') return null;
        const [amountOut, , , gasEstimate] = result.result;
        return { amountOut, gasEstimate };
      });
    },
  };
}

function uniquePairs(pairs: readonly Pair[]): readonly Pair[] {
  const sorted = pairs.filter(([a, b]) => a !== b).map(([a, b]): Pair => (a < b ? [a, b] : [b, a]));
  return [...new Map(sorted.map((pair) => [pair.join(), pair])).values()];
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
