/** A point of a drawn series. Its value is a floating-point number, because it is only drawn and never used in calculations with money. */
export type SeriesPoint = { readonly atMs: number; readonly value: number };

export type SeriesScale = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
  /** Converts a time to a horizontal position: 0 at the left edge, 1 at the right. */
  readonly x: (atMs: number) => number;
  /** Converts a value to a vertical position: 0 at the bottom, 1 at the top. */
  readonly y: (value: number) => number;
  /** Values at which horizontal grid lines are drawn, in ascending order. */
  readonly ticks: readonly number[];
};

/** Empty space above and below the chart's line, as a fraction of the range of the line's values. */
const MARGIN = 0.08;
const TICKS = 4;
/**
 * Minimum range of values that the chart's scale covers above and below the line, as a fraction of the value. Without it, a tiny change of
 * the value would look like a steep fall.
 */
const FLAT_SHARE = 0.005;

export function pointsOf(points: readonly { readonly atMs: number; readonly value: string }[]): readonly SeriesPoint[] {
  return points
    .map(({ atMs, value }) => ({ atMs, value: Number(value) }))
    .filter(({ atMs, value }) => Number.isFinite(atMs) && Number.isFinite(value));
}

/** Computes the scale of a chart; null when there is nothing to draw. */
export function seriesScale(points: readonly SeriesPoint[]): SeriesScale | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  let low = first.value;
  let high = first.value;
  for (const { value } of points) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = high - low;
  const margin = Math.max(range * MARGIN, Math.abs(high) * FLAT_SHARE - range / 2, 1e-9);
  low -= margin;
  high += margin;
  const span = Math.max(1, last.atMs - first.atMs);
  return {
    fromMs: first.atMs,
    toMs: last.atMs,
    low,
    high,
    x: (atMs) => clamp((atMs - first.atMs) / span),
    y: (value) => clamp((value - low) / (high - low)),
    ticks: niceTicks(low, high, TICKS),
  };
}

/** Returns about `wanted` round numbers within a range. */
export function niceTicks(low: number, high: number, wanted: number): readonly number[] {
  const rough = (high - low) / Math.max(1, wanted);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let index = Math.ceil(low / step); index * step <= high && ticks.length <= 2 * wanted; index += 1) ticks.push(index * step);
  return ticks;
}

/** Returns the index of the point that is nearest to a time; -1 when there are no points. Points must be ordered by time. */
export function nearestIndex(points: readonly SeriesPoint[], atMs: number): number {
  let from = 0;
  let to = points.length - 1;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((points[middle]?.atMs ?? 0) < atMs) from = middle + 1;
    else to = middle;
  }
  const before = points[from - 1];
  const after = points[from];
  if (before !== undefined && after !== undefined && atMs - before.atMs <= after.atMs - atMs) return from - 1;
  return points.length === 0 ? -1 : from;
}

/** Returns the interpolated value of a chart's line at a time; null for a time outside the line. */
export function valueAt(points: readonly SeriesPoint[], atMs: number): number | null {
  const index = points.findIndex((point) => point.atMs >= atMs);
  const after = points[index];
  if (after === undefined) return null;
  const before = points[index - 1];
  if (before === undefined) return after.atMs === atMs ? after.value : null;
  const share = (atMs - before.atMs) / Math.max(1, after.atMs - before.atMs);
  return before.value + (after.value - before.value) * share;
}

/** Builds the SVG path of a line through the points, in an area of the given size. */
export function linePath(points: readonly SeriesPoint[], scale: SeriesScale, width: number, height: number): string {
  return points
    .map(({ atMs, value }, index) => `${index === 0 ? 'M' : 'L'}${round(scale.x(atMs) * width)} ${round(height - scale.y(value) * height)}`)
    .join('');
}

/**
 * Formats a value for the chart, such as `3,041.2` or `0.00001234`. It uses enough digits to show a difference of `apart` between two
 * values.
 */
export function formatValue(value: number, apart = Number.POSITIVE_INFINITY): string {
  const size = Math.abs(value);
  const usual = size >= 1_000 ? 1 : size >= 1 ? 2 : 3 + Math.max(0, -Math.floor(Math.log10(size || 1)));
  // Grid steps are 1, 2, 2.5 or 5 times a power of ten. A step of 2.5 needs one digit more than its power of ten.
  const needed = apart > 0 && Number.isFinite(apart) ? 1 - Math.floor(Math.log10(apart)) : 0;
  const digits = Math.min(12, Math.max(usual, needed));
  return value.toLocaleString(undefined, { minimumFractionDigits: 0, maximumFractionDigits: digits });
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
