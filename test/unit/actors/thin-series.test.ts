import { describe, expect, test } from 'bun:test';
import { thinSeries } from '../../../actors/autopilot-agent/thin-series.ts';

const T0 = Date.UTC(2026, 0, 1);

describe('a thinned series', () => {
  const points = Array.from({ length: 1_440 }, (_, index) => ({
    atMs: T0 + index * 60_000,
    value: index === 700 ? '9999' : index === 900 ? '1' : '3000',
  }));

  test('keeps its ends, its peak and its fall, in order, within the bound', () => {
    const thin = thinSeries(points, 300);
    expect(thin.length).toBeLessThanOrEqual(300);
    expect(thin[0]).toEqual(points[0]);
    expect(thin.at(-1)).toEqual(points.at(-1));
    expect(thin.map(({ value }) => value)).toContain('9999');
    expect(thin.map(({ value }) => value)).toContain('1');
    expect(thin.map(({ atMs }) => atMs)).toEqual(thin.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  });

  test('is itself while it is short', () => {
    expect(thinSeries(points.slice(0, 300), 300)).toHaveLength(300);
    expect(thinSeries([], 300)).toEqual([]);
  });
});
