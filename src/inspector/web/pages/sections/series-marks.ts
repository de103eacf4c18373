import type { SeriesMark } from '../../../../values/inspection/sections.ts';
import { phraseText } from './phrase-text.ts';
import { nearestIndex, type SeriesPoint, type SeriesScale, valueAt } from './series-scale.ts';
import type { UnitRepository } from './unit-repository.ts';

/** Something that happened, on the line. */
export type DrawnMark = {
  readonly key: string;
  readonly points: SeriesMark['points'];
  readonly atMs: number;
  /** 0 to 1, as the scale has it. */
  readonly x: number;
  readonly y: number;
  /** The point of the line that it is nearest to. */
  readonly index: number;
  readonly text: string;
};

/** Marks between the first point and the last; one may be a little ahead of the newest point. */
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
