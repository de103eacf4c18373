/** Where points of a price chart are drawn. Prices are JavaScript numbers here: they are a picture, and nothing is reckoned with them. */
export type PricePoint = { readonly atMs: number; readonly price: number };

export type PriceScale = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
  /** 0 at the left edge, 1 at the right. */
  readonly x: (atMs: number) => number;
  /** 0 at the bottom, 1 at the top. */
  readonly y: (price: number) => number;
  /** Prices at which a line is drawn, ascending. */
  readonly ticks: readonly number[];
};

/** Above and below the prices, as a share of their range. */
const MARGIN = 0.08;
const TICKS = 4;
/** A price that hardly moved is drawn within so much of itself to either side: a thousandth of a per cent is no cliff. */
const FLAT_SHARE = 0.005;

export function pointsOf(points: readonly { readonly atMs: number; readonly usd: string }[]): readonly PricePoint[] {
  return points
    .map(({ atMs, usd }) => ({ atMs, price: Number(usd) }))
    .filter(({ atMs, price }) => Number.isFinite(atMs) && Number.isFinite(price));
}

/** Null when there is nothing to draw. */
export function priceScale(points: readonly PricePoint[]): PriceScale | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  let low = first.price;
  let high = first.price;
  for (const { price } of points) {
    low = Math.min(low, price);
    high = Math.max(high, price);
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
    y: (price) => clamp((price - low) / (high - low)),
    ticks: niceTicks(low, high, TICKS),
  };
}

/** Round numbers within a range, about as many as wanted. */
export function niceTicks(low: number, high: number, wanted: number): readonly number[] {
  const rough = (high - low) / Math.max(1, wanted);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let index = Math.ceil(low / step); index * step <= high && ticks.length <= 2 * wanted; index += 1) ticks.push(index * step);
  return ticks;
}

/** The index of the point that is nearest in time; -1 when there is none. Points come in order of time. */
export function nearestIndex(points: readonly PricePoint[], atMs: number): number {
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

/** The price of the line at a moment, between its two points; null outside of it. */
export function priceAt(points: readonly PricePoint[], atMs: number): number | null {
  const index = points.findIndex((point) => point.atMs >= atMs);
  const after = points[index];
  if (after === undefined) return null;
  const before = points[index - 1];
  if (before === undefined) return after.atMs === atMs ? after.price : null;
  const share = (atMs - before.atMs) / Math.max(1, after.atMs - before.atMs);
  return before.price + (after.price - before.price) * share;
}

/** An SVG path through the points, in a field of this size. */
export function linePath(points: readonly PricePoint[], scale: PriceScale, width: number, height: number): string {
  return points
    .map(({ atMs, price }, index) => `${index === 0 ? 'M' : 'L'}${round(scale.x(atMs) * width)} ${round(height - scale.y(price) * height)}`)
    .join('');
}

/** `3,041.2`, `0.00001234`; beside others `apart` from it, with as many digits as tell it from them. */
export function formatPrice(price: number, apart = Number.POSITIVE_INFINITY): string {
  const size = Math.abs(price);
  const usual = size >= 1_000 ? 1 : size >= 1 ? 2 : 3 + Math.max(0, -Math.floor(Math.log10(size || 1)));
  // Steps are 1, 2, 2.5 or 5 of a power of ten: one digit more than that of the power.
  const needed = apart > 0 && Number.isFinite(apart) ? 1 - Math.floor(Math.log10(apart)) : 0;
  const digits = Math.min(12, Math.max(usual, needed));
  return price.toLocaleString(undefined, { minimumFractionDigits: 0, maximumFractionDigits: digits });
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
