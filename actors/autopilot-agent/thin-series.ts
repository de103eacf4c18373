import type { SeriesPoint } from '../../src/values/inspection/sections.ts';
import { compareRationals, parseRational } from '../../src/values/rational.ts';

/**
 * Reduces a price series to at most `most` points. Keeps the first and the last point, and the lowest and the highest point of each section
 * of the series, so that no peak or drop is lost.
 * @param most at least 4
 */
export function thinSeries(points: readonly SeriesPoint[], most: number): readonly SeriesPoint[] {
  if (points.length <= most) return points;
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return points;
  const stretches = Math.floor((most - 2) / 2);
  const inner = points.slice(1, -1);
  const kept: SeriesPoint[] = [first];
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * inner.length) / stretches);
    const to = Math.floor(((stretch + 1) * inner.length) / stretches);
    kept.push(...extremesOf(inner.slice(from, to)));
  }
  kept.push(last);
  return kept;
}

function extremesOf(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  let [low] = points;
  let high = low;
  for (const point of points) {
    if (low === undefined || compare(point, low) < 0) low = point;
    if (high === undefined || compare(point, high) > 0) high = point;
  }
  if (low === undefined || high === undefined) return [];
  if (low === high) return [low];
  return low.atMs <= high.atMs ? [low, high] : [high, low];
}

function compare(a: SeriesPoint, b: SeriesPoint): number {
  return compareRationals(parseRational(a.value), parseRational(b.value));
}
