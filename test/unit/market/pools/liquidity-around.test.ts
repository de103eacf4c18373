import { describe, expect, test } from 'bun:test';
import { bandAround, liquidityAround } from '../../../../src/market/pools/liquidity-around.ts';
import { MAX_TICK, sqrtPriceAtTick } from '../../../../src/market/pools/tick-math.ts';

/** A range of ticks with liquidity, as a pool has it. */
type Range = { readonly from: number; readonly to: number; readonly liquidity: number };

const Q = 2 ** 96;

/** What a pool with these ranges pays out on the way from one price to another. */
function payout(ranges: readonly Range[], from: bigint, to: bigint): bigint {
  const [low, high] = from < to ? [from, to] : [to, from];
  const paid = ranges.map((range) => {
    const bottom = Math.max(Number(low), Number(sqrtPriceAtTick(range.from))) / Q;
    const top = Math.min(Number(high), Number(sqrtPriceAtTick(range.to))) / Q;
    if (top <= bottom) return 0;
    return to < from ? range.liquidity * (top - bottom) : range.liquidity * (1 / bottom - 1 / top);
  });
  return BigInt(Math.round(paid.reduce((sum, one) => sum + one, 0)));
}

function around(ranges: readonly Range[], meanTick: number, spotTick: number): number {
  const band = bandAround(meanTick);
  const spot = sqrtPriceAtTick(spotTick);
  return liquidityAround(
    spot,
    band,
    band.map((to) => payout(ranges, spot, to)),
  );
}

const everywhere: Range = { from: -100_000, to: 100_000, liquidity: 1e24 };

describe('the liquidity around a price', () => {
  test.each([-50_000, -7_000, -200, -120, 0, 120, 200, 7_000, 50_000])(
    'is the same wherever swaps have moved the price to: tick %d',
    (spot) => {
      expect(around([everywhere], 0, spot) / 1e24).toBeCloseTo(1, 1);
      expect(around([everywhere], 30_000, spot) / 1e24).toBeCloseTo(1, 1);
    },
  );

  test.each([-50_000, -7_000, -3, 0, 3, 7_000, 50_000])(
    'is next to nothing where all lies at one tick, or on one side alone: tick %d',
    (spot) => {
      const thin = { ...everywhere, liquidity: 1e18 };
      expect(around([thin, { from: -5, to: 5, liquidity: 1e26 }], 0, spot)).toBeLessThan(1e25);
      for (const oneSide of [
        { from: -200, to: 0, liquidity: 1e26 },
        { from: 0, to: 200, liquidity: 1e26 },
      ]) {
        expect(around([thin, oneSide], 0, spot)).toBeLessThan(2e24);
      }
    },
  );

  test('is nothing where nothing is paid', () => {
    expect(around([], 0, 0)).toBe(0);
    expect(around([{ from: 500, to: 900, liquidity: 1e26 }], 0, 0)).toBe(0);
  });

  test('ends where the ticks end', () => {
    for (const tick of [-MAX_TICK, MAX_TICK]) {
      const [low, middle, high] = bandAround(tick);
      expect(low <= middle && middle <= high).toBe(true);
      expect(around([everywhere], tick, 0)).toBe(0);
    }
  });
});
