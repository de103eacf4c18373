import { expect, test } from 'bun:test';
import { moneyText } from '../../../../../src/features/assistant/lookup/money.ts';
import { exactText, numberText } from '../../../../../src/values/inspection/plain-number.ts';

test.each([
  ['59999.9999999996', '60,000.00'],
  ['199.8975', '199.90'],
  ['199.894', '199.89'],
  ['-1.236', '-1.24'],
  ['0', '0.00'],
  ['1', '1.00'],
  ['0.00123456', '0.001234'],
])('money %s is shown as %s', (decimal, shown) => {
  expect(moneyText(decimal)).toBe(shown);
});

test('an amount that a wallet signs is shown with all its digits', () => {
  expect(exactText('1234567.890123456789')).toBe('1,234,567.890123456789');
  expect(numberText('1234567.890123456789')).toBe('1,234,567.8901');
  expect([exactText('5.000'), exactText('0.000000000000000001'), exactText('007'), exactText('no number')]).toEqual([
    ...['5', '0.000000000000000001', '7', 'no number'],
  ]);
});
