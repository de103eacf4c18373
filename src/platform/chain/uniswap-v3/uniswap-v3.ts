import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** Addresses of the Uniswap v3 contracts on one chain. */
export type UniswapV3Deployment = {
  readonly factory: Address;
  readonly quoterV2: Address;
  readonly swapRouter: Address;
  /** Version 1 is `SwapRouter` (deadline in the call's parameters). Version 2 is `SwapRouter02` (deadline in its `multicall`). */
  readonly swapRouterVersion: 1 | 2;
};

/** Fee tiers in which pools are searched, in hundredths of a basis point (500 is 0.05 %). */
export const UNISWAP_V3_FEES = [100, 500, 3000, 10_000] as const;

/** A Uniswap v3 pool. `token0` is the token with the lower address. The pool's price is the amount of token1 for one token0. */
export type UniswapV3Pool = { readonly address: Address; readonly token0: Address; readonly token1: Address; readonly fee: number };

/** A path of a swap. `tokens` has one more entry than `pools`: each pool trades the two tokens next to it. */
export type SwapPath = { readonly tokens: readonly Address[]; readonly pools: readonly UniswapV3Pool[] };

export type PoolState = {
  /** The square root of the price, as a 64.96-bit fixed-point number; 0 for a pool that was created but never initialized with a price. */
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  /** The pool's liquidity at the current price. */
  readonly liquidity: bigint;
  /**
   * Mean values over the requested time window, or over the part of it that the pool's history covers. Null when the history is shorter
   * than `leastSeconds`.
   */
  readonly mean: {
    /** The time-weighted mean of the pool's tick, rounded down. */
    readonly tick: number;
    /** Harmonic mean of the pool's active liquidity. Even a short time without liquidity brings it close to 0. */
    readonly liquidity: bigint;
    readonly overSeconds: number;
  } | null;
};

/** The time window over which pool prices and liquidity are averaged. */
export type PoolWindow = {
  /** Length of the time window over which prices and liquidity are averaged, in seconds; above 0. */
  readonly windowSeconds: number;
  /** Length in seconds (above 0) of the last part of the window, over which the mean tick is computed; default: the whole window. */
  readonly priceSeconds?: number;
  /** Minimum number of seconds of the window that the pool's history must cover; default: 1. */
  readonly leastSeconds?: number;
};

/** A pool's current price and the target price of a simulated move. */
export type PoolMove = { readonly pool: UniswapV3Pool; readonly fromSqrtPriceX96: bigint; readonly toSqrtPriceX96: bigint };

export type SwapQuote = { readonly amountOut: bigint; readonly gasEstimate: bigint };

export type SwapCall = {
  readonly path: SwapPath;
  readonly recipient: Address;
  /** Deadline in unix seconds. After it, the router reverts the swap. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
  /**
   * True when the path ends with the wrapped native asset and the recipient receives the native asset instead. (A path that begins with the
   * wrapped asset accepts either one as input.)
   */
  readonly unwraps?: boolean;
};

/**
 * Reads Uniswap v3 pools, quotes swaps and encodes their calldata. Amounts are in base units. No function sends a transaction. Reads throw
 * the errors of `ChainReads` (RetryableError when the chain cannot be read) and `Chains.of` (`chain-not-configured`).
 */
export type UniswapV3 = {
  /** Finds the existing pools of the token pairs `pairs`, in all fee tiers. */
  findPools(
    chainId: number,
    deployment: UniswapV3Deployment,
    pairs: readonly (readonly [Address, Address])[],
  ): Promise<readonly UniswapV3Pool[]>;
  /** Reads the states of pools in the order of `pools`; null for an address at which there is no pool. */
  readPools(chainId: number, pools: readonly Address[], window: PoolWindow): Promise<readonly (PoolState | null)[]>;
  /**
   * Computes, in the order of `moves`, how much each pool pays out while swaps move its price to the target: token1 for a falling price,
   * and token0 for a rising price. The result is 0 when there is no liquidity up to the target, or the swap cannot be simulated.
   */
  payouts(chainId: number, deployment: UniswapV3Deployment, moves: readonly PoolMove[]): Promise<readonly bigint[]>;
  /**
   * Quotes the output of each path for `amountIn`, including fees and price impact; null when the path cannot be swapped. A quote moves no
   * tokens, so it does not show a fee on transfer or a token that refuses transfers. A caller must simulate the swap itself to detect
   * these.
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
