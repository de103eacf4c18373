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

/** Fee tiers that pools are looked for in, in hundredths of a basis point (500 is 0.05 %). */
export const UNISWAP_V3_FEES = [100, 500, 3000, 10_000] as const;

/** `token0` is the lower address; the pool's price is token1 for one token0. */
export type UniswapV3Pool = { readonly address: Address; readonly token0: Address; readonly token1: Address; readonly fee: number };

/** `tokens` has one more entry than `pools`; each pool trades its two neighbours. */
export type SwapPath = { readonly tokens: readonly Address[]; readonly pools: readonly UniswapV3Pool[] };

export type PoolState = {
  /** 0 for a pool that was created and never given a price. */
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  /** Liquidity in range. */
  readonly liquidity: bigint;
  /** Over the window asked for, or over as much of it as the pool remembers. null: it remembers less than was asked for at least. */
  readonly mean: {
    /** Time-weighted mean, rounded down. */
    readonly tick: number;
    /** Harmonic mean of the liquidity in range: a moment without any makes it next to nothing. */
    readonly liquidity: bigint;
    readonly overSeconds: number;
  } | null;
};

/** What pools are averaged over. */
export type PoolWindow = {
  /** Above 0. */
  readonly windowSeconds: number;
  /** The last part of the window, which its mean tick is of; default: all of it. Above 0. */
  readonly priceSeconds?: number;
  /** What a pool has to remember of the window; default: a second. */
  readonly leastSeconds?: number;
};

/** A pool at a price, and another price that it is moved to. */
export type PoolMove = { readonly pool: UniswapV3Pool; readonly fromSqrtPriceX96: bigint; readonly toSqrtPriceX96: bigint };

export type SwapQuote = { readonly amountOut: bigint; readonly gasEstimate: bigint };

export type SwapCall = {
  readonly path: SwapPath;
  readonly recipient: Address;
  /** Unix seconds; later the router reverts. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
  /** The path ends in the wrapped native asset, and the recipient gets the native asset itself. (One that begins with it takes either.) */
  readonly unwraps?: boolean;
};

/**
 * Reads of Uniswap v3 pools and quotes, and the calldata of swaps. Amounts are base units. Nothing here sends a transaction.
 * Reads throw what `ChainReads` throws (RetryableError when the chain cannot be read), and `Chains.of` (`chain-not-configured`).
 */
export type UniswapV3 = {
  /** The pools that exist for these pairs, over all fee tiers. */
  findPools(
    chainId: number,
    deployment: UniswapV3Deployment,
    pairs: readonly (readonly [Address, Address])[],
  ): Promise<readonly UniswapV3Pool[]>;
  /** In the order asked; null where no pool answers. */
  readPools(chainId: number, pools: readonly Address[], window: PoolWindow): Promise<readonly (PoolState | null)[]>;
  /**
   * What each pool pays out while swaps move its price as told, in the order asked: token1 on the way down, token0 on the way up. 0 where there
   * is nothing on the way, and where the swap cannot be simulated.
   */
  payouts(chainId: number, deployment: UniswapV3Deployment, moves: readonly PoolMove[]): Promise<readonly bigint[]>;
  /**
   * What each path gives for `amountIn`, fees and price impact included; null where it cannot be swapped. A quote moves no
   * tokens, so a fee on transfer or a refusing token is not seen: probe the swap itself.
   */
  quote(
    chainId: number,
    deployment: UniswapV3Deployment,
    paths: readonly SwapPath[],
    amountIn: bigint,
  ): Promise<readonly (SwapQuote | null)[]>;
  /** Calldata for `deployment.swapRouter`; the router pulls `amountIn` from its caller, who has approved it. */
  encodeSwap(deployment: UniswapV3Deployment, call: SwapCall): Hex;
};
