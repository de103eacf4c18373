import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** Addresses of the Uniswap v4 contracts on one chain. The router is our own contract (src/contracts/V4SwapRouter.sol). */
export type UniswapV4Deployment = { readonly quoter: Address; readonly stateView: Address; readonly swapRouter: Address };

/**
 * The combinations of fee (in hundredths of a basis point) and tick spacing for which pools are searched. User interfaces of exchanges
 * create pools with these combinations.
 */
export const UNISWAP_V4_TIERS = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 3000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
] as const;

/** A Uniswap v4 pool without hooks. `currency0` has the lower address; the native asset is represented by the zero address. */
export type UniswapV4Pool = {
  readonly currency0: Address;
  readonly currency1: Address;
  readonly fee: number;
  readonly tickSpacing: number;
};

/** The state of a pool at one block, with the ticks near its price at which its liquidity changes. */
export type UniswapV4PoolState = {
  /** Time of the block at which the pool was read, in unix seconds. */
  readonly atSec: number;
  readonly tick: number;
  /** The pool's liquidity at the current price. */
  readonly liquidity: bigint;
  /** The liquidity changes in ascending order of their ticks. `net` is added to the liquidity when a rising price crosses the tick. */
  readonly changes: readonly { readonly tick: number; readonly net: bigint }[];
};

/** A path of a swap. `currencies` has one more entry than `pools`: each pool trades the two currencies next to it. */
export type CurrencyPath = { readonly currencies: readonly Address[]; readonly pools: readonly UniswapV4Pool[] };

export type SwapV4Call = {
  readonly path: CurrencyPath;
  readonly recipient: Address;
  /** Deadline in unix seconds. After it, the router reverts the swap. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
};

/**
 * Returns quotes of Uniswap v4 and encodes the calldata of its swaps. Amounts are in base units. Reads throw the same errors as
 * `ChainReads`.
 */
export type UniswapV4 = {
  /** Finds the pools of these currency pairs that have liquidity at their current price, in all tiers. */
  findPools(
    chainId: number,
    deployment: Pick<UniswapV4Deployment, 'stateView'>,
    pairs: readonly (readonly [Address, Address])[],
  ): Promise<readonly UniswapV4Pool[]>;
  /**
   * Reads pools, and returns them in the order of the request; null for a pool that cannot be read. Makes one call for up to 90 pools, one
   * for their tick bitmaps, and one for up to 200 of the ticks found in them. @param bandTicks distance from the current tick up to which
   * changes of the liquidity are read
   */
  readPools(
    chainId: number,
    deployment: Pick<UniswapV4Deployment, 'stateView'>,
    pools: readonly UniswapV4Pool[],
    bandTicks: number,
  ): Promise<readonly (UniswapV4PoolState | null)[]>;
  /** Computes a pool's id, the hash of its key. */
  idOf(pool: UniswapV4Pool): Hex;
  /** Quotes the output of each path, including fees and price impact, in the order of the paths; null when the path cannot be swapped. */
  quote(
    chainId: number,
    deployment: UniswapV4Deployment,
    paths: readonly CurrencyPath[],
    amountIn: bigint,
  ): Promise<readonly ({ readonly amountOut: bigint; readonly gasEstimate: bigint } | null)[]>;
  /**
   * Encodes the calldata of a swap through Uniswap v4. @throws RangeError for a path without exactly one pool between each two currencies
   */
  encodeSwap(call: SwapV4Call): Hex;
};
