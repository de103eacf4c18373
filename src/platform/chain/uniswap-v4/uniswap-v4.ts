import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** Addresses of one chain's Uniswap v4. The router is ours (src/contracts/V4SwapRouter.sol). */
export type UniswapV4Deployment = { readonly quoter: Address; readonly stateView: Address; readonly swapRouter: Address };

/** Fee (hundredths of a basis point) and tick spacing of the pools that are searched: the tiers that front ends open. */
export const UNISWAP_V4_TIERS = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 3000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
] as const;

/** A pool without hooks. `currency0` is the lower address; the native asset is the zero address. */
export type UniswapV4Pool = {
  readonly currency0: Address;
  readonly currency1: Address;
  readonly fee: number;
  readonly tickSpacing: number;
};

/** A pool at one moment, with the ticks near its price at which its liquidity changes. */
export type UniswapV4PoolState = {
  /** Time of the block, unix seconds. */
  readonly atSec: number;
  readonly tick: number;
  /** Liquidity at the current price. */
  readonly liquidity: bigint;
  /** Ascending. `net` is added to the liquidity where a rising price crosses the tick. */
  readonly changes: readonly { readonly tick: number; readonly net: bigint }[];
};

/** `currencies` has one more entry than `pools`; each pool trades its two neighbours. */
export type CurrencyPath = { readonly currencies: readonly Address[]; readonly pools: readonly UniswapV4Pool[] };

export type SwapV4Call = {
  readonly path: CurrencyPath;
  readonly recipient: Address;
  /** Unix seconds; after it the router reverts. */
  readonly deadlineSec: number;
  readonly amountIn: bigint;
  readonly amountOutMinimum: bigint;
};

/** Quotes of Uniswap v4 and the calldata of its swaps. Amounts are base units. Reads throw what `ChainReads` throws. */
export type UniswapV4 = {
  /** Finds the pools of these pairs with liquidity at their current price, in all tiers. */
  findPools(
    chainId: number,
    deployment: Pick<UniswapV4Deployment, 'stateView'>,
    pairs: readonly (readonly [Address, Address])[],
  ): Promise<readonly UniswapV4Pool[]>;
  /**
   * Reads pools in the order asked; null where no pool answers. One call for up to 90 pools, another for their bitmaps, and one for the
   * ticks that these name, up to 200 with one call. @param bandTicks distance from the current tick up to which changes of the liquidity are read
   */
  readPools(
    chainId: number,
    deployment: Pick<UniswapV4Deployment, 'stateView'>,
    pools: readonly UniswapV4Pool[],
    bandTicks: number,
  ): Promise<readonly (UniswapV4PoolState | null)[]>;
  /** Computes a pool's id, the hash of its key. */
  idOf(pool: UniswapV4Pool): Hex;
  /** Quotes the output of each path, fees and price impact included, in the order asked; null where it cannot be swapped. */
  quote(
    chainId: number,
    deployment: UniswapV4Deployment,
    paths: readonly CurrencyPath[],
    amountIn: bigint,
  ): Promise<readonly ({ readonly amountOut: bigint; readonly gasEstimate: bigint } | null)[]>;
  /** @throws RangeError for a path whose currencies and pools do not interleave */
  encodeSwap(call: SwapV4Call): Hex;
};
