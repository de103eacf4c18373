import { expect, test } from 'bun:test';
import type { HistoryEntry } from '../../../src/inspector/web/data/actor-record.ts';
import { readTime } from '../../../src/inspector/web/kit/format.ts';
import { stepDuration } from '../../../src/inspector/web/pages/history/step-duration.ts';
import { sampleEntry } from './sample-history.ts';

const at = (revision: number, atMs: number, cause: HistoryEntry['cause'] = { kind: 'tick' }): HistoryEntry => ({
  ...sampleEntry(revision),
  ...{ revision, atMs, cause },
});

test('a step has the time since the previous revision, and that of the effect whose result caused it', () => {
  const entries = new Map([at(1, 100), at(2, 250)].map((entry) => [entry.revision, entry]));
  const byEffect = at(3, 1_250, { kind: 'effect', by: 'trade/x/1/0@2' });
  expect(stepDuration(byEffect, (revision) => entries.get(revision))).toEqual({ sinceBeforeMs: 1_000, effectMs: 1_150 });
  expect(stepDuration(at(3, 1_250), () => undefined)).toEqual({ sinceBeforeMs: null, effectMs: null });
  expect(stepDuration(at(3, 1_250), () => null)).toEqual({ sinceBeforeMs: null, effectMs: null });
  expect(stepDuration(at(1, 5), () => at(9, 1))).toEqual({ sinceBeforeMs: null, effectMs: null });
  // The clock was set back.
  expect(stepDuration(at(2, 5), () => at(1, 100)).sinceBeforeMs).toBe(0);
});

test('a time of the address is read in UTC; anything else is no limit', () => {
  expect(readTime('2026-11-28T12:00:00+01:00')).toBe('2026-11-28T11:00:00.000Z');
  for (const text of [null, '', 'yesterday', '<b>']) expect(readTime(text)).toBe('');
});
