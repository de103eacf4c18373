import { describe, expect, test } from 'bun:test';
import { bandAround, liquidityAcross, liquidityAround } from '../../../../src/market/pools/liquidity-around.ts';
import { MAX_TICK, sqrtPriceAtTick } from '../../../../src/market/pools/tick-math.ts';

/** A range of ticks with its liquidity, like a liquidity position in a pool. */
type Range = { readonly from: number; readonly to: number; readonly liquidity: number };

const Q = 2 ** 96;

/** Computes the amount that a pool with these ranges pays out while its price moves from one price to another. */
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
    'is almost zero where all liquidity is at one tick, or on one side only: tick %d',
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

  test('is zero where nothing is paid out', () => {
    expect(around([], 0, 0)).toBe(0);
    expect(around([{ from: 500, to: 900, liquidity: 1e26 }], 0, 0)).toBe(0);
  });

  test('ends at the last tick', () => {
    for (const tick of [-MAX_TICK, MAX_TICK]) {
      const [low, middle, high] = bandAround(tick);
      expect(low <= middle && middle <= high).toBe(true);
      expect(around([everywhere], tick, 0)).toBe(0);
    }
  });
});

describe('the liquidity across the band, from the ticks at which it changes', () => {
  const across = (liquidity: number, changes: readonly (readonly [tick: number, net: number])[], tick = 1_000) =>
    liquidityAcross({ tick, liquidity: BigInt(liquidity), changes: changes.map(([at, net]) => ({ tick: at, net: BigInt(net) })) });

  test('is that at the price where nothing changes it', () => {
    expect(across(100, [])).toBe(100);
    expect(across(0, [])).toBe(0);
  });

  test.each<[what: string, liquidity: number, changes: readonly (readonly [number, number])[], expected: number]>([
    [
      'at one tick alone',
      1_000_000,
      [
        [1_000, 1_000_000],
        [1_001, -1_000_000],
      ],
      0,
    ],
    [
      'around the price alone',
      1_000,
      [
        [990, 1_000],
        [1_010, -1_000],
      ],
      50,
    ],
    [
      'on one side only',
      1_000,
      [
        [1_000, 1_000],
        [1_200, -1_000],
      ],
      0,
    ],
    [
      'half of the band on both sides',
      1_000,
      [
        [900, 1_000],
        [1_100, -1_000],
      ],
      500,
    ],
    [
      'above a broad base',
      1_000,
      [
        [990, 900],
        [1_010, -900],
      ],
      100 + 45,
    ],
    [
      'further away than the band',
      1_000,
      [
        [700, 1_000],
        [1_300, -1_000],
      ],
      1_000,
    ],
    [
      'more on the way, on both sides',
      100,
      [
        [900, -100],
        [1_100, 100],
      ],
      150,
    ],
    [
      'claims that cannot be',
      100,
      [
        [950, 10_000],
        [1_050, -10_000],
      ],
      25,
    ],
  ])('%s', (_, liquidity, changes, expected) => {
    expect(across(liquidity, changes)).toBe(expected);
  });
});
