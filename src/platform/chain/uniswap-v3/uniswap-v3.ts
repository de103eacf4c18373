import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** Addresses of one chain's Uniswap v3. */
export type UniswapV3Deployment = {
  readonly factory: Address;
  readonly quoterV2: Address;
  readonly swapRouter: Address;
  /** 1: `SwapRouter` (deadline in the call's parameters). 2: `SwapRouter02` (deadline in its `multicall`). */
  readonly swapRouterVersion: 1 | 2;
};

/** Fee tiers in which pools are searched, in hundredths of a basis point (500 is 0.05 %). */
export const UNISWAP_V3_FEES = [100, 500, 3000, 10_000] as const;

/** `token0` is the lower address; the pool's price is token1 for one token0. */
export type UniswapV3Pool = { readonly address: Address; readonly token0: Address; readonly token1: Address; readonly fee: number };

/** `tokens` has one more entry than `pools`; each pool trades its two neighbours. */
export type SwapPath = { readonly tokens: readonly Address[]; readonly pools: readonly UniswapV3Pool[] };

export type PoolState = {
  /** 0 for a pool that was created but never initialized with a price. */
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  /** Liquidity at the current price. */
  readonly liquidity: bigint;
  /**
   * Means over the requested window, or over the part that the pool's history covers; null when the history is shorter than
   * `leastSeconds`.
   */
  readonly mean: {
    /** Time-weighted mean tick, rounded down. */
    readonly tick: number;
    /** Harmonic mean of the active liquidity: a moment without liquidity brings it close to 0. */
    readonly liquidity: bigint;
    readonly overSeconds: number;
  } | null;
};

/** The time window over which pools are averaged. */
export type PoolWindow = {
  /** Length in seconds, above 0. */
  readonly windowSeconds: number;
  /** The last part of the window, over which the mean tick is computed, in seconds above 0; default: the whole window. */
  readonly priceSeconds?: number;
  /** Seconds of the window that the pool's history must cover; default 1. */
  readonly leastSeconds?: number;
};

/** A pool's current price and the target price of a simulated move. */
export type PoolMove = { readonly pool: UniswapV3Pool; readonly fromSqrtPriceX96: bigint; readonly toSqrtPriceX96: bigint };

export type SwapQuote = { readonly amountOut: bigint; readonly gasEstimate: bigint };

export type SwapCall = {
  readonly path: SwapPath;
  readonly recipient: Address;
  /** Unix seconds; after it the router reverts. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
  /**
   * True when the path ends in the wrapped native asset and the recipient gets the native asset. (A path that begins with it accepts
   * either.)
   */
  readonly unwraps?: boolean;
};

/**
 * Reads Uniswap v3 pools, quotes swaps and encodes their calldata. Amounts are base units. Nothing here sends a transaction. Reads
 * throw the errors of `ChainReads` (RetryableError when the chain cannot be read) and `Chains.of` (`chain-not-configured`).
 */
export type UniswapV3 = {
  /** Finds the existing pools of these pairs in all fee tiers. */
  findPools(
    chainId: number,
    deployment: UniswapV3Deployment,
    pairs: readonly (readonly [Address, Address])[],
  ): Promise<readonly UniswapV3Pool[]>;
  /** Reads pools in the order asked; null where no pool answers. */
  readPools(chainId: number, pools: readonly Address[], window: PoolWindow): Promise<readonly (PoolState | null)[]>;
  /**
   * Computes how much each pool pays out while swaps move its price to the target, in the order asked: token1 for a falling price,
   * token0 for a rising one. 0 when there is no liquidity on the way, or the swap cannot be simulated.
   */
  payouts(chainId: number, deployment: UniswapV3Deployment, moves: readonly PoolMove[]): Promise<readonly bigint[]>;
  /**
   * Quotes the output of each path for `amountIn`, fees and price impact included; null where it cannot be swapped. A quote moves no
   * tokens, so that a fee on transfer or a refusing token does not show: simulate the swap itself for that.
   */
  quote(
    chainId: number,
    deployment: UniswapV3Deployment,
    paths: readonly SwapPath[],
    amountIn: bigint,
  ): Promise<readonly (SwapQuote | null)[]>;
  /** Encodes calldata for `deployment.swapRouter`. The router pulls `amountIn` from its caller, who must have approved it. */
  encodeSwap(deployment: UniswapV3Deployment, call: SwapCall): Hex;
};
