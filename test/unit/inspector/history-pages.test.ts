import { describe, expect, test } from 'bun:test';
import type { HistoryEntry } from '../../../src/inspector/web/data/actor-record.ts';
import { revisionBefore } from '../../../src/inspector/web/pages/history/revision-before.ts';
import { createRevisionCache } from '../../../src/inspector/web/pages/history/revision-cache.ts';
import { scrollToRow, windowRows } from '../../../src/inspector/web/pages/history/window-rows.ts';
import { NO_UNITS } from '../../../src/inspector/web/pages/record/describe-value.ts';
import { fc } from '../../support/seeded-fast-check.ts';
import { sampleEntry } from './sample-history.ts';

function createCache(kept: (revision: number) => boolean, pagesKept = 3) {
  const asked: [number, number][] = [];
  let isFailing = false;
  let changed = Promise.withResolvers<void>();
  const cache = createRevisionCache({
    pageLength: 10,
    pagesKept,
    onChange() {
      changed.resolve();
      changed = Promise.withResolvers<void>();
    },
    async page(before, limit): Promise<HistoryEntry[]> {
      asked.push([before, limit]);
      if (isFailing) throw new Error('away');
      const revisions = Array.from({ length: before - 1 }, (_, i) => before - 1 - i).filter(kept);
      return revisions.slice(0, limit).map((revision) => sampleEntry(revision));
    },
  });
  return { cache, asked, changed: () => changed.promise, fail: (isDown: boolean) => (isFailing = isDown) };
}

describe('revisions by number', () => {
  test('are read when they are viewed, anywhere in a long history', async () => {
    const { cache, asked, changed } = createCache(() => true);
    expect(cache.entry(50_000)).toBeUndefined();
    cache.want([{ from: 50_003, to: 50_007 }], 100_000);
    await changed();
    expect(asked).toEqual([[50_011, 10]]);
    expect(cache.entry(50_005)?.revision).toBe(50_005);
    expect(cache.entry(49_999)).toBeUndefined();
  });

  test('that retention removed, or that were skipped, are known to be missing', async () => {
    const { cache, changed } = createCache((revision) => revision > 15 && revision !== 17);
    cache.want([{ from: 11, to: 20 }], 25);
    await changed();
    expect([14, 16, 17, 18].map((revision) => cache.entry(revision)?.revision ?? null)).toEqual([null, 16, null, 18]);
    expect(cache.entry(14)).toBeNull();
  });

  test('of the newest page are read again once there are more', async () => {
    const { cache, asked, changed } = createCache(() => true);
    cache.want([{ from: 1, to: 3 }], 3);
    await changed();
    cache.want([{ from: 1, to: 3 }], 3);
    expect(asked).toEqual([[4, 3]]);
    expect(cache.entry(4)).toBeUndefined();
    cache.want([{ from: 1, to: 4 }], 4);
    await changed();
    expect(asked).toEqual([
      [4, 3],
      [5, 4],
    ]);
    expect(cache.entry(4)?.revision).toBe(4);
  });

  test('are evicted, those viewed longest ago first', async () => {
    const { cache, changed } = createCache(() => true, 2);
    for (const revision of [95, 85, 95, 75]) {
      const answer = changed();
      cache.want([{ from: revision, to: revision }], 100);
      if (cache.entry(revision) === undefined) await answer;
    }
    expect([95, 85, 75].map((revision) => cache.entry(revision)?.revision)).toEqual([95, undefined, 75]);
  });

  test('that could not be read are requested again by hand, and not in a loop', async () => {
    const { cache, asked, changed, fail } = createCache(() => true);
    fail(true);
    cache.want([{ from: 1, to: 5 }], 5);
    await changed();
    expect(cache.error()).toEqual(new Error('away'));
    expect(asked).toHaveLength(1);
    fail(false);
    cache.retry();
    await changed();
    expect(cache.error()).toBeNull();
    expect(cache.entry(5)?.revision).toBe(5);
  });
});

describe('a window on a long list', () => {
  const HEIGHT = 600;
  const ROW = 52;

  test('shows few rows, which fill it, at the top, the end and in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, share) => {
        const height = Math.min(count * ROW, 8_000_000);
        const scrollTop = share * Math.max(0, height - HEIGHT);
        const rows = windowRows(count, ROW, scrollTop, HEIGHT);
        expect(rows.height).toBe(height);
        expect(rows.end - rows.first).toBeLessThanOrEqual(HEIGHT / ROW + 15);
        expect(rows.offset).toBeLessThanOrEqual(scrollTop + 0.01);
        const bottom = rows.offset + (rows.end - rows.first) * ROW;
        expect(bottom).toBeGreaterThanOrEqual(Math.min(height, scrollTop + HEIGHT) - 0.01);
      }),
    );
  });

  test('scrolls just far enough to show a row', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 1_000_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, share, at) => {
          const row = Math.floor(share * count);
          const start = at * (Math.min(count * ROW, 8_000_000) - HEIGHT);
          const scrollTop = scrollToRow(row, count, ROW, start, HEIGHT) ?? start;
          const rows = windowRows(count, ROW, scrollTop, HEIGHT);
          const top = rows.offset + (row - rows.first) * ROW;
          expect(top).toBeGreaterThanOrEqual(scrollTop - 1);
          expect(top + ROW).toBeLessThanOrEqual(scrollTop + HEIGHT + 1);
        },
      ),
      // At the top of the list, the window of 600 px shows 11.5 rows of 52 px, so half of the twelfth row (index 11) is cut off. Showing it
      // completely requires scrolling by half a row, which is difficult because the scroll height of so long a list is compressed.
      { examples: [[791_782, 11 / 791_782 + 1e-9, 0]] },
    );
  });
});

test('the revision of a time is found by binary search, also where some are not kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 900, max: 1_300 }),
      async (kept, timeMs) => {
        const entries = kept.sort((one, other) => other - one).map((revision) => sampleEntry(revision));
        const found = await revisionBefore(
          {
            id: 'lamp/1',
            type: null,
            oldest: 1,
            newest: kept[0] ?? 1,
            units: NO_UNITS,
            page: async (before, limit) => entries.filter(({ revision }) => revision < before).slice(0, limit),
          },
          timeMs,
        );
        expect(found).toBe(entries.find(({ atMs }) => atMs < timeMs)?.revision ?? null);
      },
    ),
  );
});
