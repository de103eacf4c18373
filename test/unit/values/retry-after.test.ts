import { expect, test } from 'bun:test';
import { retryAfterMs } from '../../../src/values/retry-after.ts';

const at = (value: string, date?: string) => retryAfterMs(new Headers({ 'retry-after': value, ...(date && { date }) }), 1_000_000);

test('what a reply asks for is read in both forms', () => {
  expect([at('7'), at('0'), at('1.5'), at('9999999')]).toEqual([7_000, 0, 1_500, 9_999_999_000]);
  expect(at(new Date(1_030_000).toUTCString())).toBe(30_000);
  // `Retry-After` contains a time on the sender's clock. So the wait is computed from the reply's `Date` header and not from our own clock.
  expect(at('Wed, 21 Oct 2026 07:28:10 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT')).toBe(10_000);
});

test('what cannot be read, or is over, asks for nothing', () => {
  expect(retryAfterMs(new Headers(), 1_000_000)).toBeNull();
  for (const text of ['', 'soon', '-5', new Date(1_000_000).toUTCString(), new Date(900_000).toUTCString()]) expect(at(text)).toBeNull();
});
