import { encodeFunctionData, parseAbi } from 'viem';
import { uniswapV3SwapRouterAbi } from '../abi/uniswap-v3-swap-router.generated.ts';
import type { Hex } from '../chain.ts';
import { encodePath } from './encode-path.ts';
import type { SwapCall, UniswapV3Deployment } from './uniswap-v3.ts';

/** SwapRouter02 (Uniswap's swap-router-contracts): the structs have no deadline, `multicall` checks it once for all. */
const swapRouter02Abi = parseAbi([
  'function exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params) payable returns (uint256 amountOut)',
  'function exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params) payable returns (uint256 amountOut)',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
]);

/**
 * Calldata of an exact-input swap for the deployment's router: one pool `exactInputSingle`, more `exactInput`.
 * @throws RangeError for a path whose tokens and pools do not interleave
 */
export function encodeSwap({ swapRouterVersion }: UniswapV3Deployment, call: SwapCall): Hex {
  const { path, recipient, amountIn, amountOutMinimum } = call;
  const encodedPath = encodePath(path);
  const deadline = BigInt(call.deadlineSec);
  const [pool] = path.pools;
  const [tokenIn, tokenOut] = path.tokens;
  if (path.pools.length === 1 && pool !== undefined && tokenIn !== undefined && tokenOut !== undefined) {
    // No price limit of our own: the minimum output is the bound, and a limit would leave a part of the input unspent.
    const params = { tokenIn, tokenOut, fee: pool.fee, recipient, amountIn, amountOutMinimum, sqrtPriceLimitX96: 0n };
    if (swapRouterVersion === 1) {
      return encodeFunctionData({ abi: uniswapV3SwapRouterAbi, functionName: 'exactInputSingle', args: [{ ...params, deadline }] });
    }
    return within(deadline, encodeFunctionData({ abi: swapRouter02Abi, functionName: 'exactInputSingle', args: [params] }));
  }
  const params = { path: encodedPath, recipient, amountIn, amountOutMinimum };
  if (swapRouterVersion === 1) {
    return encodeFunctionData({ abi: uniswapV3SwapRouterAbi, functionName: 'exactInput', args: [{ ...params, deadline }] });
  }
  return within(deadline, encodeFunctionData({ abi: swapRouter02Abi, functionName: 'exactInput', args: [params] }));
}

function within(deadline: bigint, data: Hex): Hex {
  return encodeFunctionData({ abi: swapRouter02Abi, functionName: 'multicall', args: [deadline, [data]] });
}
