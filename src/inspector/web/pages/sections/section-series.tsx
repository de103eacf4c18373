import './section-series.css';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { SeriesSection } from '../../../../values/inspection/sections.ts';
import { formatClock, formatLocal, formatMinute, formatPlural } from '../../kit/format.ts';
import { SeriesDrawing } from './series-drawing.tsx';
import { type DrawnMark, drawnMarks } from './series-marks.ts';
import { formatValue, nearestIndex, pointsOf, seriesScale } from './series-scale.ts';
import type { UnitRepository } from './unit-repository.ts';
import { useWidth } from './use-width.ts';

const DAY_MS = 86_400_000;
/** Width in pixels of the space at the right of the chart, for the labels of the values. */
const LABELS = 64;

/**
 * A line chart of a value over time, with marks for events. The line of text below the chart describes the point that the user has chosen
 * by pointer or arrow keys.
 */
export function SectionSeries({ section, repository }: { section: SeriesSection; repository: UnitRepository }) {
  const { name, unit, markName } = section;
  const field = useRef<HTMLDivElement>(null);
  const width = useWidth(field);
  const points = useMemo(() => pointsOf(section.points), [section.points]);
  const scale = useMemo(() => seriesScale(points), [points]);
  const marks = useMemo(
    () => (scale === null ? [] : drawnMarks(section.marks, points, scale, repository)),
    [section.marks, points, scale, repository],
  );
  const [chosenMs, setChosenMs] = useState<number | null>(null);
  if (scale === null) return <p class="sections-view-none">Nothing was recorded yet.</p>;
  if (points.length === 1) {
    const one = momentText(points[0], marks, { isLong: true, unit });
    return <p class="sections-view-none">Only one value was recorded so far: {one}. The chart appears with the second value.</p>;
  }

  const last = points.length - 1;
  const at = chosenMs === null ? last : nearestIndex(points, chosenMs);
  const choose = (index: number) => setChosenMs(points[Math.max(0, Math.min(last, index))]?.atMs ?? null);
  const pointAt = (event: PointerEvent) => {
    const box = field.current?.getBoundingClientRect();
    if (box === undefined || box.width <= LABELS) return;
    const share = (event.clientX - box.left) / (box.width - LABELS);
    choose(nearestIndex(points, scale.fromMs + share * (scale.toMs - scale.fromMs)));
  };
  const move = (event: KeyboardEvent) => {
    const leap = Math.max(1, Math.round(points.length / 20));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at + leap, PageDown: at - leap, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  const isLong = scale.toMs - scale.fromMs > DAY_MS;
  const told = momentText(
    points[at],
    marks.filter(({ index }) => index === at),
    { isLong, unit },
  );
  const end = (atMs: number) => (isLong ? formatLocal(atMs) : formatMinute(atMs));
  return (
    <div class="section-series">
      <div ref={field} class="section-series-field">
        <SeriesDrawing
          label={chartLabel({ title: section.title, markName }, points.length, marks)}
          scale={scale}
          points={points}
          marks={marks}
          width={Math.max(0, width - LABELS)}
          chosen={chosenMs === null ? null : at}
        />
        <div
          class="section-series-reader"
          role="slider"
          tabIndex={0}
          aria-label={`Choose a time to read the ${name}`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={Math.max(0, at)}
          aria-valuetext={told}
          onPointerMove={pointAt}
          onPointerDown={pointAt}
          onPointerLeave={() => setChosenMs(null)}
          onBlur={() => setChosenMs(null)}
          onFocus={() => choose(at)}
          onKeyDown={move}
        />
      </div>
      <div class="section-series-ends number" aria-hidden="true">
        <span>{end(scale.fromMs)}</span>
        <span>{end(scale.toMs)}</span>
      </div>
      <p class="section-series-told number">{told}</p>
    </div>
  );
}

function momentText(
  point: { readonly atMs: number; readonly value: number } | undefined,
  marks: readonly DrawnMark[],
  { isLong, unit }: { readonly isLong: boolean; readonly unit: string },
): string {
  if (point === undefined) return 'nothing yet';
  const when = isLong ? formatLocal(point.atMs) : formatClock(point.atMs);
  return [`${when}: ${formatValue(point.value)} ${unit}`, ...marks.map(({ text }) => text)].join('; ');
}

/** Maximum number of events whose marks are described in the chart's label for screen readers. */
const NAMED = 8;

function chartLabel(
  { title, markName }: { readonly title: string; readonly markName: string },
  points: number,
  marks: readonly DrawnMark[],
): string {
  const named = marks.slice(0, NAMED).map(({ atMs, text }) => `${formatClock(atMs)} ${text}`);
  const told = marks.length === 0 ? `no ${markName} in it` : `${formatPlural(marks.length, markName)}: ${named.join(', ')}`;
  return `${title} over ${formatPlural(points, 'point')}, ${told}`;
}
