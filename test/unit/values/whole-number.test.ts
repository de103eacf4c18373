import { expect, test } from 'bun:test';
import { parseWholeNumber } from '../../../src/values/whole-number.ts';

test.each([
  ['0', 0],
  ['7', 7],
  ['1706702400000', 1_706_702_400_000],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('%s is a whole number', (text, number) => {
  expect(parseWholeNumber(text)).toBe(number);
});

test.each([
  ...[
    '',
    ' 5',
    '5 ',
    '+5',
    '-5',
    '-0',
    '5.',
    '5.0',
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    '0o7',
    '007',
    '00',
    '1_000',
    '1,000',
    '1 000',
    '1n',
    'NaN',
  ],
  ...['Infinity', '\u0661', '\u096b', '\uff15', '5\n', '\u00a05', '\u221e', '9007199254740992', '9'.repeat(30)],
])('%j is none', (text) => {
  expect(parseWholeNumber(text)).toBeNull();
});
