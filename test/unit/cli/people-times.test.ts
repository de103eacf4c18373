import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { readTime } from '../../../src/cli/operator/read-time.ts';
import { wholeNumber } from '../../../src/cli/whole-number.ts';
import { moment } from '../../../src/operator/routes/moment.ts';

test('a time is read alike on the command line and over HTTP', () => {
  for (const text of ['2024-02-29T12:00:00Z', '2024-02-29T12:00+05:30'] as const) {
    expect(readTime('--before', text)).toBe(Date.parse(text));
    expect(v.parse(moment, text)).toBe(Date.parse(text));
  }
  expect(readTime('--before', '1709208000000')).toBe(1_709_208_000_000);
});

test.each(['2024-02-30T12:00:00Z', '2023-02-29T12:00:00Z', '2024-06-01T24:00:00Z', '2024-06-01T12:00:00', '0x10', '1e12', '007', ' 5 '])(
  'a time such as %j is refused by both',
  (text) => {
    expect(() => readTime('--before', text)).toThrow('accepted: a time with its zone');
    expect(v.safeParse(moment, text).success).toBe(false);
  },
);

test('a number of an option is within its bounds', () => {
  expect(wholeNumber('--fee-bps', '2000', 0, 2_000)).toBe(2_000);
  for (const text of ['2001', '-1', '1e3', '0x10', ' 5 ', '007'])
    expect(() => wholeNumber('--fee-bps', text, 0, 2_000)).toThrow('accepted: a whole number from 0 to 2000');
});
