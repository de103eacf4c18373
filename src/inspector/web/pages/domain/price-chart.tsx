import './price-chart.css';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { FillNote, PriceSeriesNote } from '../../../../values/inspection/actor-details.ts';
import { formatClock, formatLocal, formatMinute, formatPlural } from '../../kit/format.ts';
import { type ChartMark, chartMarks } from './chart-marks.ts';
import { PriceDrawing } from './price-drawing.tsx';
import { formatPrice, nearestIndex, pointsOf, priceScale } from './price-scale.ts';
import type { TokenBook } from './token-book.ts';
import { useWidth } from './use-width.ts';

type PriceChartProps = {
  readonly name: string;
  readonly points: PriceSeriesNote['points'];
  readonly fills: readonly FillNote[];
  readonly book: TokenBook;
};

const DAY_MS = 86_400_000;
/** Room at the right for the prices' labels. */
const LABELS = 64;

/** Prices over time with fills marked. Pointing at it, or the arrow keys, tells of a moment in the line below. */
export function PriceChart({ name, points: series, fills, book }: PriceChartProps) {
  const field = useRef<HTMLDivElement>(null);
  const width = useWidth(field);
  const points = useMemo(() => pointsOf(series), [series]);
  const scale = useMemo(() => priceScale(points), [points]);
  const marks = useMemo(() => (scale === null ? [] : chartMarks(fills, points, scale, book)), [fills, points, scale, book]);
  const [chosenMs, setChosenMs] = useState<number | null>(null);
  if (scale === null) return <p class="domain-view-none">No price was recorded yet.</p>;

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
    isLong,
  );
  const end = (atMs: number) => (isLong ? formatLocal(atMs) : formatMinute(atMs));
  return (
    <div class="price-chart">
      <div ref={field} class="price-chart-field">
        <PriceDrawing
          label={chartLabel(name, points.length, marks)}
          scale={scale}
          points={points}
          marks={marks}
          width={Math.max(0, width - LABELS)}
          chosen={chosenMs === null ? null : at}
        />
        <div
          class="price-chart-reader"
          role="slider"
          tabIndex={0}
          aria-label={`Read the price of ${name} at a moment`}
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
      <div class="price-chart-ends number" aria-hidden="true">
        <span>{end(scale.fromMs)}</span>
        <span>{end(scale.toMs)}</span>
      </div>
      <p class="price-chart-told number">{told}</p>
    </div>
  );
}

function momentText(
  point: { readonly atMs: number; readonly price: number } | undefined,
  marks: readonly ChartMark[],
  isLong: boolean,
): string {
  if (point === undefined) return 'nothing yet';
  const when = isLong ? formatLocal(point.atMs) : formatClock(point.atMs);
  return [`${when}: ${formatPrice(point.price)} dollars`, ...marks.map(({ text }) => text)].join('; ');
}

/** Fills that the picture's own name tells; the table below has all. */
const NAMED = 8;

function chartLabel(name: string, points: number, marks: readonly ChartMark[]): string {
  const named = marks.slice(0, NAMED).map(({ atMs, text }) => `${formatClock(atMs)} ${text}`);
  const fills = marks.length === 0 ? 'no fills in it' : `${formatPlural(marks.length, 'fill')}: ${named.join(', ')}`;
  return `Price of ${name} over ${formatPlural(points, 'point')}, ${fills}`;
}
