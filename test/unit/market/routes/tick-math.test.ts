import { describe, expect, test } from 'bun:test';
import { MAX_TICK, priceFrom, sqrtPriceAtTick } from '../../../../src/market/pools/tick-math.ts';
import { parseAddress } from '../../../../src/values/address.ts';

describe('the price at a tick', () => {
  test("is the pools' own (vectors of v3-core's TickMath tests)", () => {
    expect(sqrtPriceAtTick(0)).toBe(2n ** 96n);
    expect(sqrtPriceAtTick(-MAX_TICK)).toBe(4295128739n);
    expect(sqrtPriceAtTick(MAX_TICK)).toBe(1461446703485210103287273052203988822378723970342n);
    expect(sqrtPriceAtTick(1 - MAX_TICK)).toBe(4295343490n);
    expect(sqrtPriceAtTick(50)).toBe(79426470787362580746886972461n);
    expect(sqrtPriceAtTick(-50)).toBe(79030349367926598376800521322n);
  });

  test('rises by one basis point a tick', () => {
    for (const tick of [-200_000, -1, 0, 196_256, 800_000]) {
      const ratio = (sqrtPriceAtTick(tick + 1) ** 2n * 10n ** 12n) / sqrtPriceAtTick(tick) ** 2n;
      expect(Math.abs(Number(ratio) / 1e12 - 1.0001)).toBeLessThan(1e-8);
    }
  });

  test('ticks beyond the last, and fractions of ticks, are refused', () => {
    for (const tick of [MAX_TICK + 1, -MAX_TICK - 1, 0.5, Number.NaN]) expect(() => sqrtPriceAtTick(tick)).toThrow(RangeError);
  });
});

test('a price is turned around for the token with the higher address', () => {
  const low = parseAddress('0x0000000000000000000000000000000000000001');
  const high = parseAddress('0x0000000000000000000000000000000000000002');
  const twice = sqrtPriceAtTick(0) * 2n;
  const four = priceFrom(low, high, twice);
  expect(four.numerator / four.denominator).toBe(4n);
  const quarter = priceFrom(high, low, twice);
  expect(quarter.denominator / quarter.numerator).toBe(4n);
  expect(() => priceFrom(low, high, 0n)).toThrow(RangeError);
});
