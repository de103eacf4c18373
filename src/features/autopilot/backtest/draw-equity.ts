import type { BacktestResult } from '../../../values/autopilot/backtest.ts';
import { parts, scale } from './report/axis.ts';
import { escapeHtml } from './report/escape-html.ts';

const WIDTH = 960;
const HEIGHT = 400;
const MARGIN = { top: 48, right: 24, bottom: 40, left: 88 };
const Y_LINES = 4;
const X_LABELS = 5;
const MOST_MARKS = 2_000;

/**
 * Draws the result of a backtest as SVG text: the agent's value over time, with purchases and sales marked.
 * @param symbol the symbol of the budget token, which is the unit of the value
 */
export function drawEquity({ equity, trades, maxDrawdownBps, start: first, end: last }: BacktestResult, symbol: string): string {
  if (first === null || last === null) return frame('<text x="24" y="30">The history has no point with the prices of all tokens.</text>');
  const values = [...equity, last].map(({ value }) => value);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  // Adds space above and below the curve of the agent's value. A flat curve is then in the middle of the chart, and its scale does not have
  // a height of zero.
  const pad = highest === lowest ? Math.max(1, highest * 0.01) : (highest - lowest) * 0.05;
  const x = scale(first.atMs, Math.max(last.atMs, first.atMs + 1), MARGIN.left, WIDTH - MARGIN.right);
  const y = scale(lowest - pad, highest + pad, HEIGHT - MARGIN.bottom, MARGIN.top);

  const path = [...equity, last].map(({ atMs, value }, index) => `${index === 0 ? 'M' : 'L'}${x(atMs)} ${y(value)}`).join('');
  const title = `${trades.length} trades, ${signed((last.value / first.value - 1) * 100)} %, deepest fall ${(maxDrawdownBps / 100).toFixed(2)} %`;
  // Limits the number of trade marks in the chart. More marks would not be visible in a picture that is 960 points wide, and one mark for
  // each trade of a long price history would make the picture as large as the history.
  const every = Math.ceil(trades.length / MOST_MARKS);
  const marks = trades
    .filter((_, index) => index % every === 0)
    .map(({ atMs, intent }) => {
      const color = intent.side === 'buy' ? '#1a7f37' : '#cf222e';
      return `<circle cx="${x(atMs)}" cy="${y(valueAt(equity, atMs))}" r="3" fill="${color}"><title>${intent.side} ${iso(atMs)}</title></circle>`;
    });
  const yLines = parts(Y_LINES).map((part) => {
    const value = lowest - pad + (highest - lowest + 2 * pad) * part;
    const at = y(value);
    return (
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at}" y2="${at}" stroke="#d0d7de"/>` +
      `<text x="${MARGIN.left - 8}" y="${at + 4}" text-anchor="end">${shortNumber(value)}</text>`
    );
  });
  const xLabels = parts(X_LABELS).map((part) => {
    const atMs = first.atMs + (last.atMs - first.atMs) * part;
    return `<text x="${x(atMs)}" y="${HEIGHT - 14}" text-anchor="${part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}">${iso(atMs).slice(0, 10)}</text>`;
  });
  return frame(
    `<text x="${MARGIN.left}" y="26" font-size="15">${title}</text>` +
      `<text x="${MARGIN.left - 8}" y="${MARGIN.top - 12}" text-anchor="end">${escapeHtml(symbol)}</text>` +
      yLines.join('') +
      xLabels.join('') +
      `<path d="${path}" fill="none" stroke="#0969da" stroke-width="1.5"/>` +
      marks.join(''),
  );
}

function frame(inside: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ` +
    `font-family="system-ui, sans-serif" font-size="12" fill="#1f2328"><rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>${inside}</svg>`
  );
}

/** Returns the value of the agent at a time, taken from the last point of the equity curve at or before that time. */
function valueAt(equity: BacktestResult['equity'], atMs: number): number {
  let low = 0;
  let high = equity.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((equity[middle]?.atMs ?? 0) <= atMs) low = middle;
    else high = middle - 1;
  }
  return equity[low]?.value ?? 0;
}

function signed(percent: number): string {
  return `${percent < 0 ? '' : '+'}${percent.toFixed(2)}`;
}

function shortNumber(value: number): string {
  return Math.abs(value) >= 1000 ? value.toFixed(0) : value.toPrecision(4);
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
