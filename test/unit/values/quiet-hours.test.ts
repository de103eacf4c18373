import { expect, test } from 'bun:test';
import { quietUntilMs } from '../../../src/values/quiet-hours.ts';

const at = (iso: string) => Date.parse(iso);
const until = (iso: string, hours: Parameters<typeof quietUntilMs>[0]) => {
  const ms = quietUntilMs(hours, at(iso));
  return ms === null ? null : new Date(ms).toISOString();
};

test('quiet hours hold from their start to their end, over midnight as well', () => {
  const night = { from: '22:00', to: '07:30', timeZone: 'UTC' };
  expect(until('2026-03-01T21:59:59Z', night)).toBeNull();
  expect(until('2026-03-01T22:00:00Z', night)).toBe('2026-03-02T07:30:00.000Z');
  expect(until('2026-03-02T03:10:11Z', night)).toBe('2026-03-02T07:30:00.000Z');
  expect(until('2026-03-02T07:29:59.999Z', night)).toBe('2026-03-02T07:30:00.000Z');
  expect(until('2026-03-02T07:30:00Z', night)).toBeNull();
  const noon = { from: '12:00', to: '13:00', timeZone: 'UTC' };
  expect(until('2026-03-02T11:59:00Z', noon)).toBeNull();
  expect(until('2026-03-02T12:30:00Z', noon)).toBe('2026-03-02T13:00:00.000Z');
});

test('they are those of their time zone, with its clock changes', () => {
  const berlin = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
  expect(until('2026-01-10T21:30:00Z', berlin)).toBe('2026-01-11T06:00:00.000Z');
  // The clocks go forward on 29 March and back on 25 October.
  expect(until('2026-03-28T22:00:00Z', berlin)).toBe('2026-03-29T05:00:00.000Z');
  expect(until('2026-10-24T21:00:00Z', berlin)).toBe('2026-10-25T06:00:00.000Z');
  expect(until('2026-06-01T18:30:00Z', { from: '00:00', to: '06:00', timeZone: 'Asia/Kathmandu' })).toBe('2026-06-02T00:15:00.000Z');
});
