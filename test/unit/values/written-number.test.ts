import { expect, test } from 'bun:test';
import { parseExactJson } from '../../../src/values/exact-json.ts';
import { plainDecimalOf, wholeNumberIn, writtenOf } from '../../../src/values/written-number.ts';

test.each([
  ['1.10', '1.1'],
  ['8.5e-7', '0.00000085'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1E+3', '1000'],
  ['-0', '0'],
  ['-2.50e1', '-25'],
  ['007', '7'],
  ['1e-90', `0.${'0'.repeat(89)}1`],
  ['1234567890123456789012345678901234567890.5', '1234567890123456789012345678901234567890.5'],
])('%s is %s', (text, plain) => {
  expect(plainDecimalOf(text)).toBe(plain);
});

test.each(['', '.', 'e5', '1e', '1,5', ' 1', '0x1', 'NaN', 'Infinity', '1e401', '1e99999', '--1'])('%j is no number', (text) => {
  expect(plainDecimalOf(text)).toBeNull();
});

test.each<[unknown, bigint]>([
  ['5', 5n],
  [5, 5n],
  ['0x1F', 31n],
  ['0X1f', 31n],
  ['1e18', 10n ** 18n],
  ['5.0', 5n],
  [1e21, 10n ** 21n],
  [parseExactJson('511469868416439548'), 511_469_868_416_439_548n],
  [parseExactJson('1461446703485210103287273052203988822378723970341'), 1461446703485210103287273052203988822378723970341n],
])('%p is the whole number %p', (value, whole) => {
  expect(wholeNumberIn(value)).toBe(whole);
});

test('what is no whole number, or may have lost digits, is none', () => {
  const others = [
    null,
    true,
    {},
    [],
    '',
    '-5',
    '+5',
    '5.5',
    '1e-1',
    ' 5',
    5.5,
    -5,
    Number.NaN,
    '5.1146986841643955e+17',
    511469868416439550,
  ];
  expect(others.map(wholeNumberIn)).toEqual(others.map(() => null));
});

test('what was written is text, a number, or one that kept its digits', () => {
  expect([writtenOf('a'), writtenOf(1.5), writtenOf(parseExactJson('1.50')), writtenOf({}), writtenOf(null)]).toEqual([
    'a',
    '1.5',
    '1.50',
    null,
    null,
  ]);
});
