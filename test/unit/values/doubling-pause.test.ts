import { expect, test } from 'bun:test';
import { doublingPauseMs } from '../../../src/values/doubling-pause.ts';

test('a pause doubles with each failed attempt up to the longest, and stays a number after any many', () => {
  expect([0, 1, 2, 3, 4, 5].map((failed) => doublingPauseMs(100, 900, failed))).toEqual([100, 100, 200, 400, 800, 900]);
  expect(doublingPauseMs(100, 900, 1e9)).toBe(900);
  expect(doublingPauseMs(0, 900, Number.MAX_SAFE_INTEGER)).toBe(0);
});
