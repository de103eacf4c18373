import { expect, test } from 'bun:test';
import { type Log, silentLog } from '../../../src/platform/log/log.ts';
import { createRepeats } from '../../../src/platform/log/repeats.ts';

function open() {
  let nowMs = 1_000_000;
  const lines: string[] = [];
  const keep = (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { ...silentLog, warn: keep, error: keep, info: keep };
  return {
    lines,
    repeats: createRepeats({ log, now: () => nowMs }),
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

test('a lasting failure is logged at once, at growing intervals, and when it ends', () => {
  const { lines, repeats, pass } = open();
  const atMinutes: number[] = [];
  for (let second = 0; second < 4 * 3_600; second += 1) {
    if (repeats.warn('k', 'It fails')) atMinutes.push(second / 60);
    pass(1_000);
  }
  expect(atMinutes).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  expect(lines[2]).toBe('It fails {"repeated":119}');
  repeats.over('k', 'It works', { source: 'x' });
  repeats.over('k', 'It works', { source: 'x' });
  expect(lines.slice(9)).toEqual(['It works {"source":"x","count":14400,"afterMs":14400000}']);
  repeats.warn('k', 'It fails');
  expect(lines.length).toBe(11);
});

test('a failure that occurs once a minute counts as lasting; after a long pause it is new', () => {
  const { lines, repeats, pass } = open();
  for (let minute = 0; minute < 60; minute += 1) {
    repeats.error('k', 'It fails');
    pass(60_050);
  }
  expect(lines.length).toBe(6);
  pass(7_200_000);
  expect(repeats.error('k', 'It fails')).toBe(true);
  pass(61_000);
  expect(repeats.error('k', 'It fails')).toBe(true);
});

test.each([50, 540])('a failure that comes and goes for %d seconds is logged only a few times, and again once it has ended', (seconds) => {
  const { lines, repeats, pass } = open();
  for (let at = 0; at < 10_000; at += 1) {
    repeats.warn('k', 'It fails');
    repeats.over('k', 'It works');
    pass(seconds / 10);
  }
  expect(lines.length).toBeLessThanOrEqual(14);
  pass(3_600_000);
  repeats.warn('k', 'It fails');
  repeats.over('k', 'It works');
  expect(lines.slice(-2).map((line) => line.split(' {')[0])).toEqual(['It fails', 'It works']);
});

test('keys do not hold each other back, and a clock that was set back keeps no line away', () => {
  const { lines, repeats, pass } = open();
  for (const key of ['a', 'b', 'a']) repeats.warn(key, key);
  expect(lines.length).toBe(2);
  pass(-500_000);
  expect(repeats.warn('a', 'a')).toBe(true);
  repeats.over('c', 'never failed');
  expect(lines.length).toBe(3);
});

test('when there are too many different lines the oldest are forgotten, and logged again', () => {
  const { lines, repeats } = open();
  for (let key = 0; key <= 1_000; key += 1) repeats.warn(String(key), 'It fails');
  expect(lines.length).toBe(1_001);
  expect(repeats.warn('1000', 'It fails')).toBe(false);
  expect(repeats.warn('1', 'It fails')).toBe(false);
  expect(repeats.warn('0', 'It fails')).toBe(true);
});
