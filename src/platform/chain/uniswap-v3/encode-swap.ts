import { encodeFunctionData, parseAbi } from 'viem';
import { parseAddress } from '../../../values/address.ts';
import { uniswapV3SwapRouterAbi } from '../abi/uniswap-v3-swap-router.generated.ts';
import type { Hex } from '../chain.ts';
import { encodePath } from './encode-path.ts';
import type { SwapCall, UniswapV3Deployment } from './uniswap-v3.ts';

/**
 * ABI of SwapRouter02 (Uniswap's swap-router-contracts). Its structs have no deadline; `multicall` checks the deadline once for all calls.
 */
const swapRouter02Abi = parseAbi([
  'function exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params) payable returns (uint256 amountOut)',
  'function exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params) payable returns (uint256 amountOut)',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
]);

/**
 * By router version, the special recipient address that stands for the router itself. A swap with this recipient leaves its output in the
 * router, for the next call.
 */
const THE_ROUTER_ITSELF = {
  1: parseAddress('0x0000000000000000000000000000000000000000'),
  2: parseAddress('0x0000000000000000000000000000000000000002'),
};

/**
 * Encodes an exact-input swap for the deployment's router: `exactInputSingle` for one pool, `exactInput` for more.
 * @throws RangeError for a path without exactly one pool between each two tokens
 */
export function encodeSwap(deployment: UniswapV3Deployment, call: SwapCall): Hex {
  if (call.unwraps !== true) return encodeTokenSwap(deployment, call);
  const { swapRouterVersion } = deployment;
  const { recipient, amountOutMinimum, deadlineSec } = call;
  const abi = swapRouter02Abi;
  const unwrap = encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [amountOutMinimum, recipient] });
  const kept = { ...call, recipient: THE_ROUTER_ITSELF[swapRouterVersion] };
  if (swapRouterVersion === 2) return within(BigInt(deadlineSec), bareSwap02(kept), unwrap);
  const calls = [encodeTokenSwap(deployment, kept), unwrap];
  return encodeFunctionData({ abi: uniswapV3SwapRouterAbi, functionName: 'multicall', args: [calls] });
}

function encodeTokenSwap({ swapRouterVersion }: UniswapV3Deployment, call: SwapCall): Hex {
  const deadline = BigInt(call.deadlineSec);
  return swapRouterVersion === 1 ? swap01(call, deadline) : within(deadline, bareSwap02(call));
}

function swap01(call: SwapCall, deadline: bigint): Hex {
  const abi = uniswapV3SwapRouterAbi;
  const single = singlePool(call);
  return single === null
    ? encodeFunctionData({ abi, functionName: 'exactInput', args: [{ ...wholePath(call), deadline }] })
    : encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [{ ...single, deadline }] });
}

function bareSwap02(call: SwapCall): Hex {
  const abi = swapRouter02Abi;
  const single = singlePool(call);
  return single === null
    ? encodeFunctionData({ abi, functionName: 'exactInput', args: [wholePath(call)] })
    : encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [single] });
}

/** Returns the parameters of a swap through a single pool; null for a path with more pools. */
function singlePool({ path, recipient, amountIn, amountOutMinimum }: SwapCall) {
  const [pool] = path.pools;
  const [tokenIn, tokenOut] = path.tokens;
  if (path.pools.length !== 1 || path.tokens.length !== 2) return null;
  if (pool === undefined || tokenIn === undefined || tokenOut === undefined) return null;
  // The value 0 means that there is no price limit. The minimum output already protects against a bad price, and a price limit could leave
  // some of the input unspent.
  return { tokenIn, tokenOut, fee: pool.fee, recipient, amountIn, amountOutMinimum, sqrtPriceLimitX96: 0n };
}

function wholePath({ path, recipient, amountIn, amountOutMinimum }: SwapCall) {
  return { path: encodePath(path), recipient, amountIn, amountOutMinimum };
}

function within(deadline: bigint, ...calls: readonly Hex[]): Hex {
  return encodeFunctionData({ abi: swapRouter02Abi, functionName: 'multicall', args: [deadline, calls] });
}
