import { parts, scale } from './axis.ts';
import { escapeHtml } from './escape-html.ts';

/** A line of a chart. Its CSS class `className` determines its color in the style sheet of the page. */
export type ChartLine = {
  readonly name: string;
  readonly className: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
};

/** A mark on a chart (such as a trade), with a title that a browser shows while the pointer is on the mark. */
export type ChartMark = { readonly x: number; readonly y: number; readonly className: string; readonly title: string };

const WIDTH = 1_000;
const HEIGHT = 360;
const MARGIN = { top: 16, right: 16, bottom: 32, left: 92 };
const Y_LINES = 4;
const X_LABELS = 4;

/**
 * Draws lines over a common axis as SVG. The colors come from the style sheet of the page, so that the chart follows a light or dark theme.
 * @param label describes the chart for readers who cannot see it
 */
export function lineChart(given: {
  readonly label: string;
  readonly lines: readonly ChartLine[];
  readonly marks?: readonly ChartMark[];
  readonly xText: (x: number) => string;
  readonly yText: (y: number) => string;
}): string {
  const { label, lines, marks = [], xText, yText } = given;
  const all = lines.flatMap(({ points }) => points);
  const [x0, x1] = rangeOf(all.map(({ x }) => x));
  const [low, high] = rangeOf(all.map(({ y }) => y));
  const pad = high === low ? Math.max(1, Math.abs(high) * 0.01) : (high - low) * 0.06;
  const x = scale(x0, x1 === x0 ? x0 + 1 : x1, MARGIN.left, WIDTH - MARGIN.right);
  const y = scale(low - pad, high + pad, HEIGHT - MARGIN.bottom, MARGIN.top);
  const yAxis = parts(Y_LINES).map((part) => {
    const value = low - pad + (high - low + 2 * pad) * part;
    return `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(value)}" y2="${y(value)}"/><text x="${MARGIN.left - 8}" y="${y(value) + 4}" text-anchor="end">${escapeHtml(yText(value))}</text>`;
  });
  const xAxis = parts(X_LABELS).map((part) => {
    const value = x0 + (x1 - x0) * part;
    const anchor = part === 0 ? 'start' : part === 1 ? 'end' : 'middle';
    const isMinor = part !== 0 && part !== 1 && part !== 0.5;
    return `<text class="${isMinor ? 'minor' : ''}" x="${x(value)}" y="${HEIGHT - 10}" text-anchor="${anchor}">${escapeHtml(xText(value))}</text>`;
  });
  const paths = lines.map(({ name, className, points }) => {
    const d = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('');
    return `<path class="line ${className}" d="${d}"><title>${escapeHtml(name)}</title></path>`;
  });
  const dots = marks.map(
    (mark) =>
      `<circle class="${mark.className}" cx="${x(mark.x)}" cy="${y(mark.y)}" r="4"><title>${escapeHtml(mark.title)}</title></circle>`,
  );
  const legend = lines.map(({ name, className }) => `<li class="${className}">${escapeHtml(name)}</li>`).join('');
  return (
    `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(label)}">` +
    `${[...yAxis, ...xAxis, ...paths, ...dots].join('')}</svg><figcaption><ul class="legend">${legend}</ul></figcaption></figure>`
  );
}

function rangeOf(values: readonly number[]): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return values.length === 0 ? [0, 1] : [low, high];
}
