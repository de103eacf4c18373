import { describe, expect, test } from 'bun:test';
import {
  addRationals,
  compareRationals,
  divideRationals,
  floorRational,
  formatRational,
  formatTrimmed,
  multiplyRationals,
  parseRational,
} from '../../../src/values/rational.ts';
import { baseUnitsToUsd, usdTextOf, usdToBaseUnits } from '../../../src/values/usd.ts';
import { fc } from '../../support/seeded-fast-check.ts';

describe('exact decimal arithmetic', () => {
  test('0.1 + nothing lost: 0.1 times 3 is exactly 0.3', () => {
    expect(compareRationals(multiplyRationals(parseRational('0.1'), parseRational('3')), parseRational('0.3'))).toBe(0);
  });

  test('a sum is exact whichever denominator is larger, and stays small over decimal texts', () => {
    expect(addRationals(parseRational('0.1'), parseRational('0.25'))).toEqual({ numerator: 35n, denominator: 100n });
    expect(addRationals(parseRational('0.25'), parseRational('0.1'))).toEqual({ numerator: 35n, denominator: 100n });
    expect(addRationals({ numerator: 1n, denominator: 3n }, { numerator: 1n, denominator: 2n })).toEqual({
      numerator: 5n,
      denominator: 6n,
    });
    const many = Array.from({ length: 1_000 }, () => parseRational('0.000001'));
    expect(many.reduce(addRationals, parseRational('0')).denominator).toBe(1_000_000n);
  });

  test('dollars are written without trailing zeros, and cut', () => {
    expect(['100', '0', '1.50', '0.0000000000000000019'].map((text) => usdTextOf(parseRational(text)))).toEqual([
      '100',
      '0',
      '1.5',
      '0.000000000000000001',
    ]);
  });

  test('floor goes toward minus infinity', () => {
    expect(floorRational(parseRational('-1.5'))).toBe(-2n);
    expect(floorRational(parseRational('-2'))).toBe(-2n);
    expect(floorRational(parseRational('1.999'))).toBe(1n);
  });

  test('text is cut, not rounded', () => {
    expect(formatRational(parseRational('1.999'), 2)).toBe('1.99');
    expect(formatRational(parseRational('-0.999'), 2)).toBe('-0.99');
    expect(formatRational(parseRational('12'), 0)).toBe('12');
  });

  test('writes decimal text without trailing zeros, and keeps those before the point', () => {
    const written = (text: string) => formatTrimmed(parseRational(text), 3);
    expect(['1.5', '2', '100', '0', '0.0004', '-0.25'].map(written)).toEqual(['1.5', '2', '100', '0', '0', '-0.25']);
  });

  test('dividing by a negative keeps the denominator above 0', () => {
    const quotient = divideRationals(parseRational('1'), parseRational('-4'));
    expect(quotient.denominator > 0n).toBe(true);
    expect(formatRational(quotient, 2)).toBe('-0.25');
  });

  test.each(['', '1e5', 'NaN', '1.', '.5', '0x1', '1'.repeat(1000)])('%p is refused', (text) => {
    expect(() => parseRational(text)).toThrow(/plain decimal number/);
  });
});

describe('dollars and base units', () => {
  test('a dollar cap is never exceeded by rounding', () => {
    expect(usdToBaseUnits(parseRational('100'), parseRational('3'), 6)).toBe(33_333_333n);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 14n }), (cents, price) => {
        const usd = { numerator: cents, denominator: 100n };
        const priceUsd = { numerator: price, denominator: 10n ** 8n };
        const units = usdToBaseUnits(usd, priceUsd, 18);
        expect(compareRationals(baseUnitsToUsd(units, priceUsd, 18), usd)).toBeLessThanOrEqual(0);
        expect(compareRationals(baseUnitsToUsd(units + 1n, priceUsd, 18), usd)).toBe(1);
      }),
    );
  });

  test('a price of 0 is an error, not infinity', () => {
    expect(() => usdToBaseUnits(parseRational('1'), parseRational('0'), 6)).toThrow(RangeError);
  });
});
