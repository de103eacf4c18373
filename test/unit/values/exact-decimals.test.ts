import { expect, test } from 'bun:test';
import { addDecimals, compareDecimals, subtractDecimals } from '../../../src/values/exact-decimals.ts';

test('sums and differences of decimals are exact', () => {
  expect(addDecimals('0.1', '0.2')).toBe('0.3');
  expect(addDecimals('1.50', '2', '0.000000000000000001')).toBe('3.500000000000000001');
  expect(addDecimals()).toBe('0');
  expect(subtractDecimals('200', '4.79')).toBe('195.21');
  expect(subtractDecimals('1', '1.00')).toBe('0');
  expect(subtractDecimals('0.05', '1')).toBe('-0.95');
  expect(subtractDecimals('100', '0.5')).toBe('99.5');
});

test('decimals are compared by value', () => {
  expect([compareDecimals('1.0', '1'), compareDecimals('0.9', '1'), compareDecimals('10', '9')]).toEqual([0, -1, 1]);
});

test('a text that is no decimal is refused', () => {
  for (const text of ['', '1e3', '1,5', 'NaN']) expect(() => addDecimals('1', text)).toThrow('Expected a plain decimal number');
});
