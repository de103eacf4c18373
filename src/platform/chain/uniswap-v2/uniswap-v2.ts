import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** Addresses of one chain's Uniswap v2. */
export type UniswapV2Deployment = { readonly factory: Address; readonly router: Address };

/** Two tokens or more; each neighbours trade in their pair. */
export type TokenPath = readonly Address[];

export type SwapV2Call = {
  readonly path: TokenPath;
  /** Whether the first or the last of the path, the wrapped native asset, is taken or given as the native asset itself. */
  readonly nativeSide: 'in' | 'out' | null;
  readonly recipient: Address;
  /** Unix seconds; later the router reverts. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
};

/** Quotes of Uniswap v2 and the calldata of its swaps. Amounts are base units. Reads throw what `ChainReads` throws. */
export type UniswapV2 = {
  /**
   * What each path gives for `amountIn`, fees and price impact included, in the order asked; null where a pair is missing or cannot give
   * it. A fee on transfer is not seen.
   */
  quote(
    chainId: number,
    deployment: UniswapV2Deployment,
    paths: readonly TokenPath[],
    amountIn: bigint,
  ): Promise<readonly (bigint | null)[]>;
  /**
   * Calldata for the router. The functions that measure what arrives, so that a fee on transfer of the output counts against the minimum,
   * and one of the input does not make the swap fail.
   */
  encodeSwap(call: SwapV2Call): Hex;
};
