import { expect, test } from 'bun:test';
import { createBalanceSlope } from '../../../../src/market/chains/balance-slope.ts';

const MINUTE = 60_000;

test('spending within the last hour gives the rate, and deposits do not hide it', () => {
  const slope = createBalanceSlope();
  expect(slope(10, 0)).toEqual({ perHour: 0, hoursLeft: 1_000_000 });
  expect(slope(10, 6 * MINUTE)).toEqual({ perHour: 0, hoursLeft: 1_000_000 });
  for (let minute = 7; minute < 60; minute += 1) slope(10 - (minute - 6) * 0.002, minute * MINUTE);
  // The balance fell by 0.002 per minute in 53 of the last 60 minutes, which is 0.106 per hour. The deposit at the end must not change this
  // rate.
  const after = slope(20, 60 * MINUTE);
  expect(after.perHour).toBeCloseTo(0.106, 6);
  expect(after.hoursLeft).toBeCloseTo(20 / 0.106, 3);
});

test('values older than an hour are dropped, and a clock that is set back starts again', () => {
  const slope = createBalanceSlope();
  slope(10, 0);
  slope(5, MINUTE);
  for (let minute = 2; minute <= 120; minute += 1) slope(5, minute * MINUTE);
  expect(slope(5, 121 * MINUTE).perHour).toBe(0);
  slope(4, 122 * MINUTE);
  expect(slope(3, 0).perHour).toBe(0);
});
