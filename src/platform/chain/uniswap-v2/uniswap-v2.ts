import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** Addresses of the Uniswap v2 contracts on one chain. */
export type UniswapV2Deployment = { readonly factory: Address; readonly router: Address };

/** A list of at least two tokens. Each two neighbouring tokens are traded in their Uniswap pair. */
export type TokenPath = readonly Address[];

export type SwapV2Call = {
  readonly path: TokenPath;
  /**
   * Whether one end of the path uses the native asset itself instead of the wrapped native asset: `in` for the first token (paid natively),
   * `out` for the last token (received natively).
   */
  readonly nativeSide: 'in' | 'out' | null;
  readonly recipient: Address;
  /** Deadline in unix seconds. After it, the router reverts the swap. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
};

/**
 * A Uniswap v2 pool of two tokens. `token0` is the token with the lower address. The pair's price is the amount of token1 for one token0.
 */
export type UniswapV2Pair = { readonly address: Address; readonly token0: Address; readonly token1: Address };

/** The state of a pair at one block. */
export type UniswapV2PairState = {
  /** Time of the block at which the pair was read, in unix seconds. */
  readonly atSec: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /**
   * Sums of price times seconds up to `atSec`: of token0 in token1, and of token1 in token0. The lowest 112 bits of a price are its
   * fraction. The sums wrap around at 2^256. The difference between the sums at two times, divided by the seconds between them, is the
   * exact mean price of that period.
   */
  readonly cumulative0: bigint;
  readonly cumulative1: bigint;
};

/**
 * Returns quotes of Uniswap v2 and encodes the calldata of its swaps. Amounts are in base units. Reads throw the same errors as
 * `ChainReads`.
 */
export type UniswapV2 = {
  /** Finds the existing Uniswap pairs for the pairs of tokens in `pairs`. */
  findPairs(
    chainId: number,
    deployment: UniswapV2Deployment,
    pairs: readonly (readonly [Address, Address])[],
  ): Promise<readonly UniswapV2Pair[]>;
  /** Reads the states of pairs in the order of `pairs`, up to 60 in one call; null for an address at which there is no pair. */
  readPairs(chainId: number, pairs: readonly Address[]): Promise<readonly (UniswapV2PairState | null)[]>;
  /**
   * Quotes the output of each path for `amountIn`, including fees and price impact, in the order of the paths; null when a pair is missing
   * or lacks liquidity. A token's fee on transfer is not included.
   */
  quote(
    chainId: number,
    deployment: UniswapV2Deployment,
    paths: readonly TokenPath[],
    amountIn: bigint,
  ): Promise<readonly (bigint | null)[]>;
  /**
   * Encodes calldata for the router. It uses the router functions that measure the received amount. With these, the minimum output applies
   * to the amount after an output token's fee on transfer, and an input token's fee on transfer does not make the swap fail.
   */
  encodeSwap(call: SwapV2Call): Hex;
};
