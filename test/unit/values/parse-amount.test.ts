import { describe, expect, test } from 'bun:test';
import { amountTextOf } from '../../../src/values/amount-text.ts';
import { MAX_BASE_UNITS } from '../../../src/values/base-units.ts';
import { decimalTextOf } from '../../../src/values/decimal-text.ts';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';
import { formatAmount } from '../../../src/values/format-amount.ts';
import { parseAmount } from '../../../src/values/parse-amount.ts';
import { fc } from '../../support/seeded-fast-check.ts';

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof CoxswainError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('a human amount becomes base units', () => {
  test.each([
    ['1.5', 6, 1_500_000n],
    ['1.9999999', 6, 1_999_999n],
    ['0.5', 0, 0n],
    ['0', 18, 0n],
    ['.5', 1, 5n],
    ['7.', 2, 700n],
    ['007', 0, 7n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 0, MAX_BASE_UNITS],
  ])('%s at %i decimals', (text, decimals, expected) => {
    expect(parseAmount(text, decimals)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '1 ',
    '-1',
    '+1',
    '1e-7',
    '1E5',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '1_000',
    '.',
    '1.2.3',
    '١',
    '1\u0000',
    '9'.repeat(79),
    '9'.repeat(1e6),
  ])('refuses %p and says what is accepted', (text) => {
    expect(codeOf(() => parseAmount(text, 6))).toBe('invalid-amount');
    expect(() => parseAmount(text, 6)).toThrow(/plain decimal digits/);
  });

  test('names a sign and an exponent for what they are', () => {
    expect(() => parseAmount('-1', 6)).toThrow(/has a sign/);
    expect(() => parseAmount('1e-7', 6)).toThrow(/exponent notation/);
  });

  test('refuses more than a uint256 holds', () => {
    expect(codeOf(() => parseAmount('9'.repeat(78), 0))).toBe('amount-too-large');
    expect(codeOf(() => parseAmount('9'.repeat(70), 18))).toBe('amount-too-large');
  });

  test('is undone by formatting, for every amount and decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount);
      }),
    );
  });

  test('is never more than what was typed', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 18 }),
        fc.integer({ min: 0, max: 18 }),
        (amount, typed, kept) => {
          const text = formatAmount(amount, typed);
          expect(parseAmount(text, kept) * 10n ** 18n).toBeLessThanOrEqual(parseAmount(text, 18) * 10n ** BigInt(kept));
        },
      ),
    );
  });
});

describe('a JSON number at the edge', () => {
  test.each([
    [1.5, '1.5'],
    [1e-7, '0.0000001'],
    [1.25e-9, '0.00000000125'],
    [-0, '0'],
    [1000, '1000'],
  ])('%p is expanded exactly', (number, text) => {
    expect(amountTextOf(number)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e21, -(2 ** 60)])(
    '%p is refused, because its digits are not certain',
    (number) => {
      expect(codeOf(() => amountTextOf(number))).toBe('invalid-amount');
    },
  );

  test('exponent text stays refused', () => {
    expect(codeOf(() => parseAmount(amountTextOf('1e-7'), 18))).toBe('invalid-amount');
  });

  test('decimal text reads back as the same number and never has an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = decimalTextOf(number);
        expect(text).toMatch(/^-?[0-9]+(\.[0-9]+)?$/);
        expect(Number(text)).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

describe('formatting', () => {
  test.each([
    [1_500_000n, 6, '1.5'],
    [1n, 18, '0.000000000000000001'],
    [-5n, 1, '-0.5'],
    [10n, 0, '10'],
    [0n, 6, '0'],
  ])('%p at %i decimals is %s', (amount, decimals, text) => {
    expect(formatAmount(amount, decimals)).toBe(text);
  });
});
