import { encodeFunctionData, parseAbi } from 'viem';
import { type Address, parseAddress } from '../../../values/address.ts';
import { chunksOf } from '../../../values/chunks-of.ts';
import { isNative } from '../../../values/native.ts';
import { uniswapV2FactoryAbi } from '../abi/uniswap-v2-factory.generated.ts';
import { uniswapV2RouterAbi } from '../abi/uniswap-v2-router.generated.ts';
import type { ChainReads, Chains, Hex } from '../chain.ts';
import { MULTICALL3 } from '../read-contracts.ts';
import type { SwapV2Call, UniswapV2, UniswapV2PairState } from './uniswap-v2.ts';

/** Gas limit of one quote, in gas units. For each hop of its path, a quote reads one pair. */
const QUOTE_GAS = { gasEach: 500_000n, isThrough: true };
/** Number of pairs that are read in one call, so that all of them are read at the same block. */
const PAIRS_IN_ONE_CALL = 60;
/**
 * ABI of the view functions that are combined in one multicall: the block time from Multicall3, and the reserves and price sums from
 * Uniswap pairs.
 */
const readAbi = parseAbi([
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 updatedAtSec)',
  'function price0CumulativeLast() view returns (uint256)',
  'function price1CumulativeLast() view returns (uint256)',
]);
/** Number of fraction bits of a pair's fixed-point prices. */
const PRICE_DIGITS = 112n;

export function createUniswapV2(deps: { chains: Pick<Chains, 'of'> }): UniswapV2 {
  return {
    encodeSwap,

    async findPairs(chainId, { factory }, pairs) {
      const wanted = pairs.filter(([a, b]) => a !== b).map(([a, b]) => (a < b ? { token0: a, token1: b } : { token0: b, token1: a }));
      const calls = wanted.map(
        ({ token0, token1 }) => ({ address: factory, abi: uniswapV2FactoryAbi, functionName: 'getPair', args: [token0, token1] }) as const,
      );
      const results = await deps.chains.of(chainId).readContracts(calls);
      return wanted.flatMap((tokens, index) => {
        const result = results[index];
        if (result?.status !== 'success') return [];
        const address = parseAddress(result.result);
        return isNative(address) ? [] : [{ address, ...tokens }];
      });
    },

    async readPairs(chainId, pairs) {
      const chain = deps.chains.of(chainId);
      const read = await Promise.all(chunksOf(pairs, PAIRS_IN_ONE_CALL).map((chunk) => readAtOneBlock(chain, chunk)));
      return read.flat();
    },

    async quote(chainId, { router }, paths, amountIn) {
      const calls = paths.map(
        (path) => ({ address: router, abi: uniswapV2RouterAbi, functionName: 'getAmountsOut', args: [amountIn, path] }) as const,
      );
      const results = await deps.chains.of(chainId).readContracts(calls, QUOTE_GAS);
      return results.map((result) => {
        const amountOut = result.status === 'success' ? result.result.at(-1) : undefined;
        return amountOut === undefined || amountOut === 0n ? null : amountOut;
      });
    },
  };
}

async function readAtOneBlock(chain: ChainReads, pairs: readonly Address[]): Promise<readonly (UniswapV2PairState | null)[]> {
  const abi = readAbi;
  const calls = [
    { address: MULTICALL3, abi, functionName: 'getCurrentBlockTimestamp' } as const,
    ...pairs.flatMap(
      (address) =>
        [
          { address, abi, functionName: 'getReserves' },
          { address, abi, functionName: 'price0CumulativeLast' },
          { address, abi, functionName: 'price1CumulativeLast' },
        ] as const,
    ),
  ];
  const [time, ...results] = await chain.readContracts(calls);
  const successOf = (result: (typeof results)[number] | undefined) => (result?.status === 'success' ? result.result : null);
  const atSec = successOf(time);
  return pairs.map((_, index) => {
    const [reserves, cumulative0, cumulative1] = results.slice(3 * index, 3 * index + 3).map(successOf);
    if (typeof atSec !== 'bigint' || typeof cumulative0 !== 'bigint' || typeof cumulative1 !== 'bigint') return null;
    if (reserves == null || typeof reserves === 'bigint') return null;
    const [reserve0, reserve1, updatedAtSec] = reserves;
    return stateAt(Number(atSec), { reserve0, reserve1, updatedAtSec, cumulative0, cumulative1 });
  });
}

/**
 * Extends a pair's price sums by the time since its last update, as the pair itself does at its next update (UniswapV2Pair.sol, `_update`).
 */
export function stateAt(
  atSec: number,
  last: Omit<UniswapV2PairState, 'atSec'> & {
    /** Time of the pair's last update, in unix seconds modulo 2^32. */
    readonly updatedAtSec: number;
  },
): UniswapV2PairState {
  const { reserve0, reserve1, updatedAtSec, cumulative0, cumulative1 } = last;
  const elapsed = BigInt.asUintN(32, BigInt(atSec) - BigInt(updatedAtSec));
  const grown = (sum: bigint, of: bigint, by: bigint) =>
    of === 0n || by === 0n ? sum : BigInt.asUintN(256, sum + ((of << PRICE_DIGITS) / by) * elapsed);
  return {
    ...{ atSec, reserve0, reserve1 },
    cumulative0: grown(cumulative0, reserve1, reserve0),
    cumulative1: grown(cumulative1, reserve0, reserve1),
  };
}

function encodeSwap({ path, nativeSide, recipient, deadlineSec, amountIn, amountOutMinimum }: SwapV2Call): Hex {
  const abi = uniswapV2RouterAbi;
  const deadline = BigInt(deadlineSec);
  if (nativeSide === 'in') {
    const args = [amountOutMinimum, path, recipient, deadline] as const;
    return encodeFunctionData({ abi, functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens', args });
  }
  const args = [amountIn, amountOutMinimum, path, recipient, deadline] as const;
  return nativeSide === 'out'
    ? encodeFunctionData({ abi, functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens', args })
    : encodeFunctionData({ abi, functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens', args });
}
