import { describe, expect, test } from 'bun:test';
import { type Asked, createAskedPairs, pairKey, sortedPair } from '../../../../src/market/pools/asked-pairs.ts';
import { addressOf } from '../routes/fake-uniswap-v3.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const pair = (n: number, more: Partial<Asked> = {}): Asked => ({
  ...sortedPair([addressOf(n), addressOf(1_000_000)]),
  isForOrder: false,
  isListed: false,
  ...more,
});
const many = (from: number, count: number, more: Partial<Asked> = {}) =>
  Array.from({ length: count }, (_, index) => pair(from + index, more));

function createTable(mostPairs = 10) {
  const table = createAskedPairs({ mostPairs });
  const has = (one: Asked, nowMs = NOW) => table.list(nowMs).some((known) => pairKey(known) === pairKey(one));
  return { table, has };
}

describe('a full table', () => {
  const kinds = [{}, { isListed: true }, { isForOrder: true }, { isForOrder: true, isListed: true }];

  test.each(kinds.flatMap((inside, i) => kinds.map((outside, j) => ({ inside, outside, isReplaced: j > i }))))(
    '%p gives a place to %p only if it ranks higher',
    ({ inside, outside, isReplaced }) => {
      const { table, has } = createTable();
      table.admit(many(1, 10, inside), NOW);
      const stranger = pair(500, outside);
      table.admit([stranger], NOW + 1);
      expect(has(stranger)).toBe(isReplaced);
      expect(table.list(NOW)).toHaveLength(10);
    },
  );

  test('cannot be replaced by requesting many pairs each minute', () => {
    const { table, has } = createTable();
    const own = pair(1, { isForOrder: true });
    table.admit([own], NOW);
    table.admit(many(10, 9, { isForOrder: true }), NOW);
    for (let minute = 1; minute < 60; minute += 1) {
      table.admit(many(1_000 * minute, 300, { isForOrder: true }), NOW + minute * 60_000);
      table.admit(many(1_000 * minute + 500, 300, { isListed: true }), NOW + minute * 60_000);
    }
    expect(has(own, NOW + HOUR)).toBe(true);
  });

  test('replaces equal pairs that were not requested within an hour, the oldest first', () => {
    const { table, has } = createTable(2);
    const [old, newer, next] = many(1, 3);
    if (old === undefined || newer === undefined || next === undefined) throw new Error('There are three');
    table.admit([old], NOW);
    table.admit([newer], NOW + 60_000);
    table.admit([next], NOW + HOUR);
    expect(has(next)).toBe(false);
    table.admit([next], NOW + HOUR + 1);
    expect([old, newer, next].map((one) => has(one))).toEqual([false, true, true]);
  });

  test('gives its last places to the best of the pairs that arrive together', () => {
    const { table, has } = createTable(1);
    const best = pair(9, { isForOrder: true });
    table.admit([...many(20, 5), best], NOW);
    expect(has(best)).toBe(true);
  });
});

test('a pair of an order is kept for longer than a month, another one for a day', () => {
  const { table, has } = createTable();
  const [ordered, asked] = [pair(1, { isForOrder: true }), pair(2)];
  table.admit([ordered, asked], NOW);
  expect([has(ordered, NOW + 24 * HOUR), has(asked, NOW + 24 * HOUR)]).toEqual([true, true]);
  expect([has(ordered, NOW + 32 * 24 * HOUR), has(asked, NOW + 32 * 24 * HOUR)]).toEqual([true, false]);
  expect(has(ordered, NOW + 36 * 24 * HOUR)).toBe(false);
});

test('a request for a price does not lower the rank of an order’s pair', () => {
  const { table } = createTable();
  table.admit([pair(1, { isForOrder: true })], NOW);
  expect(table.touch(pair(1), NOW + 5)).toBe(true);
  expect(table.list(NOW)).toMatchObject([{ askedAtMs: NOW + 5, orderedAtMs: NOW }]);
  expect(table.touch(pair(2), NOW)).toBe(false);
});
