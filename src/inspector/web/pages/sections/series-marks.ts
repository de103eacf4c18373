import type { SeriesMark } from '../../../../values/inspection/sections.ts';
import { phraseText } from './phrase-text.ts';
import { nearestIndex, type SeriesPoint, type SeriesScale, valueAt } from './series-scale.ts';
import type { UnitRepository } from './unit-repository.ts';

/** An event that is drawn as a mark on the line of a chart. */
export type DrawnMark = {
  readonly key: string;
  readonly points: SeriesMark['points'];
  readonly atMs: number;
  /** Horizontal position of the event's mark: 0 at the left edge of the chart, 1 at the right edge. */
  readonly x: number;
  readonly y: number;
  /** Index of the point on the chart's line that is nearest in time to the event. */
  readonly index: number;
  readonly text: string;
};

/**
 * Returns the marks of the events between the first and the last point of the chart's line. Events slightly outside of this range are
 * included, because an event may be newer than the last point.
 */
export function drawnMarks(
  marks: readonly SeriesMark[],
  points: readonly SeriesPoint[],
  scale: SeriesScale,
  repository: UnitRepository,
): readonly DrawnMark[] {
  const slackMs = Math.max(60_000, (scale.toMs - scale.fromMs) * 0.02);
  return marks.flatMap(({ atMs, points: way, text }, position): readonly DrawnMark[] => {
    if (atMs < scale.fromMs - slackMs || atMs > scale.toMs + slackMs) return [];
    const index = nearestIndex(points, atMs);
    const value = valueAt(points, atMs) ?? points[index]?.value;
    if (value === undefined) return [];
    return [{ key: String(position), points: way, atMs, x: scale.x(atMs), y: scale.y(value), index, text: phraseText(text, repository) }];
  });
}
