import { encodeFunctionData } from 'viem';
import type { Address } from '../../../values/address.ts';
import { NATIVE_ADDRESS } from '../../../values/native.ts';
import { uniswapV4QuoterAbi } from '../abi/uniswap-v4-quoter.generated.ts';
import { uniswapV4StateViewAbi } from '../abi/uniswap-v4-state-view.generated.ts';
import { uniswapV4SwapRouterAbi } from '../abi/uniswap-v4-swap-router.generated.ts';
import type { Chains, Hex } from '../chain.ts';
import { poolId, readPools } from './read-pools.ts';
import { type CurrencyPath, type SwapV4Call, UNISWAP_V4_TIERS, type UniswapV4, type UniswapV4Pool } from './uniswap-v4.ts';

/**
 * Gas limit, in gas units, of a quote, which simulates a whole swap. A swap that needs more gas could not be executed either. With this
 * limit, a batch of quotes stays below the limits of nodes.
 */
const QUOTE_GAS = { gasEach: 2_500_000n, isThrough: true };
const QUOTES_IN_ONE_BATCH = 8;
/** Maximum input amount that can be quoted, because the quoter contract accepts a uint128. */
const MOST_IN = 2n ** 128n - 1n;

export function createUniswapV4(deps: { chains: Pick<Chains, 'of'> }): UniswapV4 {
  const { chains } = deps;
  return {
    encodeSwap,
    idOf: poolId,

    readPools: (chainId, { stateView }, pools, bandTicks) => readPools(chains.of(chainId), stateView, pools, bandTicks),

    async findPools(chainId, { stateView }, pairs) {
      const pools = uniquePairs(pairs).flatMap(([currency0, currency1]) =>
        UNISWAP_V4_TIERS.map((tier): UniswapV4Pool => ({ currency0, currency1, ...tier })),
      );
      const calls = pools.map(
        (pool) => ({ address: stateView, abi: uniswapV4StateViewAbi, functionName: 'getLiquidity', args: [poolId(pool)] }) as const,
      );
      const results = await chains.of(chainId).readContracts(calls);
      return pools.filter((_, index) => {
        const result = results[index];
        return result?.status === 'success' && result.result > 0n;
      });
    },

    async quote(chainId, { quoter }, paths, amountIn) {
      if (amountIn > MOST_IN) return paths.map(() => null);
      const calls = paths.map((path) => {
        const [exactCurrency, hops] = hopsOf(path);
        const args = [{ exactCurrency, path: hops, exactAmount: amountIn }] as const;
        return { address: quoter, abi: uniswapV4QuoterAbi, functionName: 'quoteExactInput', args } as const;
      });
      const chain = chains.of(chainId);
      const batches: (typeof calls)[] = [];
      for (let start = 0; start < calls.length; start += QUOTES_IN_ONE_BATCH) batches.push(calls.slice(start, start + QUOTES_IN_ONE_BATCH));
      const results = await Promise.all(batches.map((batch) => chain.readContracts(batch, QUOTE_GAS)));
      return results.flat().map((result) => {
        if (result.status !== 'success') return null;
        const [amountOut, gasEstimate] = result.result;
        return amountOut === 0n ? null : { amountOut, gasEstimate };
      });
    },
  };
}

function encodeSwap({ path, recipient, deadlineSec, amountIn, amountOutMinimum }: SwapV4Call): Hex {
  const [currencyIn, hops] = hopsOf(path);
  const args = [currencyIn, hops, amountIn, amountOutMinimum, recipient, BigInt(deadlineSec)] as const;
  return encodeFunctionData({ abi: uniswapV4SwapRouterAbi, functionName: 'swapExactInput', args });
}

/** Converts a path to the structure that the quoter and router contracts expect: the first currency, then one hop for each pool. */
function hopsOf({ currencies, pools }: CurrencyPath) {
  const [first, ...rest] = currencies;
  if (first === undefined || rest.length === 0 || rest.length !== pools.length) {
    throw new RangeError('A path must have exactly one more currency than pools');
  }
  const hops = pools.map(({ fee, tickSpacing }, index) => ({
    ...{ fee, tickSpacing, hooks: NATIVE_ADDRESS, hookData: '0x' as const },
    intermediateCurrency: rest[index] ?? first,
  }));
  return [first, hops] as const;
}

type Pair = readonly [Address, Address];

function uniquePairs(pairs: readonly Pair[]): readonly Pair[] {
  const sorted = pairs.filter(([a, b]) => a !== b).map(([a, b]): Pair => (a < b ? [a, b] : [b, a]));
  return [...new Map(sorted.map((pair) => [pair.join(), pair])).values()];
}
