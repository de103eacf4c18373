import { describe, expect, test } from 'bun:test';
import {
  formatAmount,
  formatAmountShort,
  formatBytes,
  formatCount,
  formatDuration,
  formatIso,
  formatLocal,
  formatPlural,
  formatRelative,
  formatState,
  shorten,
  shortenId,
} from '../../../src/inspector/web/kit/format.ts';

describe('amounts', () => {
  test('base units become whole units with every digit', () => {
    expect(formatAmount('1234500000', 6)).toBe('1,234.5');
    expect(formatAmount('1', 18)).toBe('0.000000000000000001');
    expect(formatAmount('0', 18)).toBe('0');
    expect(formatAmount('-1500', 3)).toBe('-1.5');
    expect(formatAmount('1234567', 0)).toBe('1,234,567');
    // This number has more digits than a double can store.
    expect(formatAmount('123456789012345678901234567890', 18)).toBe('123,456,789,012.34567890123456789');
  });
  test('a value that is not a whole number stays unchanged', () => {
    for (const text of ['1.5', '0x10', '', 'NaN', '1e18']) expect(formatAmount(text, 6)).toBe(text);
  });
  test('the short form keeps the significant digits, and never rounds up', () => {
    expect(formatAmountShort('1234567890123456789', 18)).toBe('1.2345');
    expect(formatAmountShort('12345678901234', 18)).toBe('0.00001234');
    expect(formatAmountShort('1999999', 6)).toBe('1.9999');
    expect(formatAmountShort('2000000', 6)).toBe('2');
  });
});

describe('times', () => {
  const now = Date.UTC(2026, 10, 28, 14, 0, 0);
  test('are relative in the unit that a person would use', () => {
    expect(formatRelative(now - 400, now)).toBe('now');
    expect(formatRelative(now - 12_000, now)).toBe('12 s ago');
    expect(formatRelative(now + 180_000, now)).toBe('in 3 min');
    expect(formatRelative(now - 3 * 3_600_000, now)).toBe('3 h ago');
    expect(formatRelative(now + 40 * 86_400_000, now)).toBe('in 40 d');
    expect(formatRelative(now - 730.5 * 86_400_000, now)).toBe('2 y ago');
  });
  test('invalid ones are shown as invalid', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 9e15]) {
      expect(formatLocal(at)).toBe('invalid time');
      expect(formatIso(at)).toBe('');
    }
    // Every local time says in which zone it is.
    expect(formatLocal(now)).toMatch(/ (UTC|GMT|[A-Z]{3,4})([+-]\d.*)?$/);
    expect(formatIso(now)).toBe('2026-11-28T14:00:00.000Z');
  });
  test('durations have one unit, or two while the second says something', () => {
    expect(
      [0.44, 12.4, 999, 3_200, 42_000, 240_000, 245_000, 3_600_000, 7_500_000, 100 * 3_600_000, 30 * 86_400_000].map(formatDuration),
    ).toEqual(['0.4 ms', '12 ms', '999 ms', '3.2 s', '42 s', '4 min', '4 min 5 s', '1 h', '2 h 5 min', '4 d 4 h', '30 d']);
  });
});

test('counts, bytes and plurals', () => {
  expect(formatCount(10_000, true)).toBe('10,000+');
  expect([999, 1_440, 5_000_000].map(formatBytes)).toEqual(['999 B', '1.4 kB', '5 MB']);
  expect([formatPlural(1, 'actor'), formatPlural(2, 'actor'), formatPlural(0, 'entry', 'entries')]).toEqual([
    '1 actor',
    '2 actors',
    '0 entries',
  ]);
});

test('states are paths, of parallel regions all', () => {
  expect(formatState('idle')).toBe('idle');
  expect(formatState({ running: { planning: 'asking' } })).toBe('running.planning.asking');
  expect(formatState({ a: 'x', b: { c: 'y' } })).toBe('a.x + b.c.y');
});

test('long names lose their middle, ids keep their type', () => {
  expect(shorten('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')).toBe('0x7099…79c8');
  expect(shorten('short')).toBe('short');
  expect(shortenId('trade/0x70997970c51812dc3a010c7d01b50e0d17dc79c8-31337', 30)).toMatch(/^trade\/0x70997970c.*…/);
});
