import { MAX_TICK, sqrtPriceAtTick } from './tick-math.ts';

/** Distance from a pool's mean price, in ticks (2 %), within which the pool's liquidity counts. */
export const BAND_TICKS = 200;

/** Returns the square roots of three prices: 2 % below the price at a tick, the price itself, and 2 % above it. */
export function bandAround(tick: number): readonly [low: bigint, middle: bigint, high: bigint] {
  const at = (distance: number) => sqrtPriceAtTick(Math.max(1 - MAX_TICK, Math.min(MAX_TICK - 1, tick + distance)));
  return [at(-BAND_TICKS), at(0), at(BAND_TICKS)];
}

/**
 * Computes a pool's real liquidity around a price, on the side (above or below the price) that has less. The liquidity at the current tick
 * alone proves nothing: anyone can show a high value there at almost no cost. But whoever has liquidity across a band of prices can lose it
 * when others trade against a wrong price. Swaps do not change the result, wherever they moved the price.
 * @param payouts the amounts that the pool pays out while its price moves from `spot` to each price of `band` (see `UniswapV3.payouts`)
 */
export function liquidityAround(spot: bigint, band: readonly bigint[], payouts: readonly bigint[]): number {
  const [low = 0n, middle = 0n, high = 0n] = band;
  const [toLow = 0n, toMiddle = 0n, toHigh = 0n] = payouts;
  const price = (Number(middle) / 2 ** 96) ** 2;
  const half = (from: bigint, to: bigint, toFrom: bigint, toTo: bigint): number => {
    // The amounts of both tokens are added up in units of token1. The amount of token0 is converted at the middle price, which is accurate
    // enough within the price band.
    const content =
      from >= spot ? Number(toTo - toFrom) * price : to <= spot ? Number(toFrom - toTo) : Number(toFrom) + Number(toTo) * price;
    return to <= from ? 0 : Math.max(0, content) / (Number(to - from) / 2 ** 96);
  };
  return Math.min(half(low, middle, toLow, toMiddle), half(middle, high, toMiddle, toHigh));
}

/**
 * Computes a pool's liquidity across the price band around its price, on the side (above or below the price) that has less, from the ticks
 * at which its liquidity changes.
 * @param changes in ascending order; `net` is added where a rising price crosses the tick
 */
export function liquidityAcross(pool: {
  readonly tick: number;
  readonly liquidity: bigint;
  readonly changes: readonly { readonly tick: number; readonly net: bigint }[];
}): number {
  const { tick, changes } = pool;
  const below = changes.filter((change) => change.tick <= tick).toReversed();
  const above = changes.filter((change) => change.tick > tick);
  const half = (crossed: readonly { readonly tick: number; readonly net: bigint }[], sign: bigint): number => {
    let liquidity = pool.liquidity;
    let passed = 0;
    let content = 0;
    for (const change of crossed) {
      const distance = Math.min(Math.abs(change.tick - tick), BAND_TICKS);
      content += atLeastZero(liquidity) * (distance - passed);
      passed = distance;
      liquidity += sign * change.net;
    }
    return (content + atLeastZero(liquidity) * (BAND_TICKS - passed)) / BAND_TICKS;
  };
  return Math.min(half(below, -1n), half(above, 1n));
}

function atLeastZero(liquidity: bigint): number {
  return liquidity > 0n ? Number(liquidity) : 0;
}
