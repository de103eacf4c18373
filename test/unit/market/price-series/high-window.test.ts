import { expect, test } from 'bun:test';
import { createHighWindow } from '../../../../src/market/price-series/high-window.ts';
import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';
import { testSeed } from '../../../support/which-cases.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

test('the high of every window equals that over all buckets, on random paths, also after trimming', () => {
  const random = seededRandom(testSeed);
  for (let round = 0; round < 30; round++) {
    const window = createHighWindow();
    const all: { startMs: number; endMs: number; high: number }[] = [];
    let price = 1_000;
    const minutes = 300;
    for (let minute = 0; minute < minutes; minute++) {
      if (random() < 0.2) continue;
      price = Math.max(1, price + Math.floor(random() * 41) - 20 - (round % 3));
      const bucket = { startMs: minute * MINUTE, endMs: (minute + 1) * MINUTE };
      window.add({ ...bucket, highUsd: String(price) });
      all.push({ ...bucket, high: price });
      // In some cases a minute is added twice, with a slightly different price, as when two nodes record the same minute.
      if (random() < 0.1) {
        price += Math.floor(random() * 11) - 5;
        window.add({ ...bucket, highUsd: String(price) });
        all.push({ ...bucket, high: price });
      }
    }
    const highest = (fromMs: number) => {
      const highs = all.filter(({ endMs }) => endMs > fromMs).map(({ high }) => high);
      return highs.length === 0 ? null : String(Math.max(...highs));
    };
    for (let minute = -5; minute <= minutes + 1; minute++) {
      const fromMs = minute * MINUTE;
      expect({ testSeed, round, minute, high: window.highSince(fromMs) }).toEqual({ testSeed, round, minute, high: highest(fromMs) });
    }
    const sizeBefore = window.size();
    window.trim({ forgetBeforeMs: HOUR, coarseBeforeMs: 3 * HOUR });
    expect(window.size()).toBeLessThanOrEqual(sizeBefore);
    // Starts of the tested windows. Before `3 * HOUR` only hourly data is kept, so these windows start on whole hours; later windows may
    // start within an hour.
    for (const fromMs of [HOUR, 2 * HOUR, 3 * HOUR, 3 * HOUR + 7 * MINUTE, 4 * HOUR + 59 * MINUTE]) {
      expect({ testSeed, round, fromMs, high: window.highSince(fromMs) }).toEqual({ testSeed, round, fromMs, high: highest(fromMs) });
    }
  }
});

test('a month of rising minutes is one entry, and a month of falling ones stays within hours and a day of minutes', () => {
  const rising = createHighWindow();
  const falling = createHighWindow();
  const minutes = 3 * 24 * 60;
  for (let minute = 0; minute < minutes; minute++) {
    const bucket = { startMs: minute * MINUTE, endMs: (minute + 1) * MINUTE };
    rising.add({ ...bucket, highUsd: String(minute + 1) });
    falling.add({ ...bucket, highUsd: String(minutes - minute) });
  }
  expect(rising.size()).toBe(1);
  falling.trim({ forgetBeforeMs: 0, coarseBeforeMs: (minutes - 25 * 60) * MINUTE });
  expect(falling.size()).toBe(25 * 60 + (3 * 24 - 25));
});

test('a bucket that comes late never makes a window too low', () => {
  const window = createHighWindow();
  window.add({ startMs: 5 * MINUTE, endMs: 6 * MINUTE, highUsd: '10' });
  window.add({ startMs: 3 * MINUTE, endMs: 4 * MINUTE, highUsd: '12' });
  expect(window.highSince(3 * MINUTE)).toBe('12');
  expect(window.highSince(9 * MINUTE)).toBeNull();
});
