import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** Addresses of one chain's Uniswap v2. */
export type UniswapV2Deployment = { readonly factory: Address; readonly router: Address };

/** Two tokens or more; each neighbouring pair is traded in its Uniswap pair. */
export type TokenPath = readonly Address[];

export type SwapV2Call = {
  readonly path: TokenPath;
  /** Whether the path's first (`in`) or last (`out`) token, the wrapped native asset, is paid or received as the native asset itself. */
  readonly nativeSide: 'in' | 'out' | null;
  readonly recipient: Address;
  /** Unix seconds; after it the router reverts. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
};

/** `token0` is the lower address; the pair's price is token1 for one token0. */
export type UniswapV2Pair = { readonly address: Address; readonly token0: Address; readonly token1: Address };

/** A pair at one block. */
export type UniswapV2PairState = {
  /** Time of the block, unix seconds. */
  readonly atSec: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /**
   * Sums of price times seconds up to `atSec`: of token0 in token1, and of token1 in token0. 112 binary digits of a price are its fraction.
   * They wrap around at 2^256. The difference of two moments by their distance in seconds is the exact mean price between them.
   */
  readonly cumulative0: bigint;
  readonly cumulative1: bigint;
};

/** Quotes of Uniswap v2 and the calldata of its swaps. Amounts are base units. Reads throw what `ChainReads` throws. */
export type UniswapV2 = {
  /** Finds the existing pairs of these tokens. */
  findPairs(
    chainId: number,
    deployment: UniswapV2Deployment,
    pairs: readonly (readonly [Address, Address])[],
  ): Promise<readonly UniswapV2Pair[]>;
  /** Reads pairs in the order asked, up to 60 with one call; null where no pair answers. */
  readPairs(chainId: number, pairs: readonly Address[]): Promise<readonly (UniswapV2PairState | null)[]>;
  /**
   * Quotes the output of each path for `amountIn`, fees and price impact included, in the order asked; null where a pair is missing
   * or lacks liquidity. A token's fee on transfer is not included.
   */
  quote(
    chainId: number,
    deployment: UniswapV2Deployment,
    paths: readonly TokenPath[],
    amountIn: bigint,
  ): Promise<readonly (bigint | null)[]>;
  /**
   * Encodes calldata for the router. It uses the functions that measure the arriving amount, so that a fee on transfer of the output
   * counts against the minimum, and a fee of the input does not make the swap fail.
   */
  encodeSwap(call: SwapV2Call): Hex;
};
