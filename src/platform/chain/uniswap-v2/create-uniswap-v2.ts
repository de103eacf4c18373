import { encodeFunctionData } from 'viem';
import { uniswapV2RouterAbi } from '../abi/uniswap-v2-router.generated.ts';
import type { Chains, Hex } from '../chain.ts';
import type { SwapV2Call, UniswapV2 } from './uniswap-v2.ts';

/** Gas limit of one quote, which reads a pair for each hop. */
const QUOTE_GAS = { gasEach: 500_000n, isThrough: true };

export function createUniswapV2(deps: { chains: Pick<Chains, 'of'> }): UniswapV2 {
  return {
    encodeSwap,

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
