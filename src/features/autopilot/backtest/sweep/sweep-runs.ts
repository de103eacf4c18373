import { totalOf } from '../assess/trade-rows.ts';
import type { BacktestReport } from '../create-backtest.ts';
import { escapeHtml } from '../report/escape-html.ts';
import { lineChart } from '../report/line-chart.ts';
import { money, percent, signed } from '../report/report-html.ts';
import type { SweptMember } from './parse-sweep.ts';

/** The figures of one run of a parameter sweep. */
export type SweepRun = {
  readonly values: readonly number[];
  readonly returnBps: number | null;
  readonly endValue: number | null;
  readonly maxDrawdownBps: number;
  readonly trades: number;
  readonly winRateBps: number | null;
  readonly profitFactor: number | null;
  readonly feesUsd: number;
};

export function sweepRunOf(values: readonly number[], { result, summary, assessment }: BacktestReport): SweepRun {
  const { winRateBps, profitFactor, feesUsd } = assessment;
  return {
    ...{ values, winRateBps, profitFactor },
    returnBps: typeof summary.returnBps === 'number' ? summary.returnBps : null,
    endValue: result.end?.value ?? null,
    maxDrawdownBps: result.maxDrawdownBps,
    trades: result.trades.length,
    feesUsd: totalOf(feesUsd),
  };
}

/** Returns the run of a parameter sweep with the highest return; null when no run has a return. */
export function bestOf(runs: readonly SweepRun[]): SweepRun | null {
  const known = runs.filter(({ returnBps }) => returnBps !== null);
  return known.toSorted((a, b) => (b.returnBps ?? 0) - (a.returnBps ?? 0) || a.maxDrawdownBps - b.maxDrawdownBps)[0] ?? null;
}

export const SWEEP_HEAD = ['RETURN', 'VALUE', 'LARGEST FALL', 'TRADES', 'WIN RATE', 'PROFIT FACTOR', 'COSTS $'] as const;

/**
 * Returns the table cells of one run of a parameter sweep as text: first the varied values, then the figures whose headings are in
 * `SWEEP_HEAD`.
 */
export function sweepCells({ values, returnBps, endValue, maxDrawdownBps, trades, winRateBps, profitFactor, feesUsd }: SweepRun): string[] {
  return [
    ...values.map(String),
    signed(returnBps),
    money(endValue ?? undefined),
    percent(maxDrawdownBps),
    String(trades),
    winRateBps === null ? '-' : percent(winRateBps),
    profitFactor === null ? '-' : profitFactor.toFixed(2),
    money(feesUsd),
  ];
}

/** Builds the section of a backtest report about a parameter sweep: a plot and a table. */
export function sweepSection(runs: readonly SweepRun[], members: readonly SweptMember[]): string {
  const best = bestOf(runs);
  const names = members.map(({ name }) => name);
  const plot = members.length === 1 ? curveOf(runs, names[0] ?? '', best) : heatMap(runs, members, best);
  const rows = runs.map(
    (run) =>
      `<tr class="${run === best ? 'best' : ''}">${sweepCells(run)
        .map((cell) => `<td class="number">${escapeHtml(cell)}</td>`)
        .join('')}</tr>`,
  );
  const head = [...names, 'Return', 'Value', 'Largest fall', 'Trades', 'Win rate', 'Profit factor', 'Costs ($)'];
  return (
    `<h2>Parameter sweep</h2><p class="quiet">${runs.length} runs over ${escapeHtml(names.join(' and '))}. The highest return is marked. The best values of the past are ` +
    'seldom the best values of the future, so prefer values whose neighbors also have a high return.</p>' +
    `${plot}<div class="scroll" tabindex="0" role="region" aria-label="Parameter sweep"><table><thead><tr>${head
      .map((name) => `<th class="number">${escapeHtml(name)}</th>`)
      .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

function curveOf(runs: readonly SweepRun[], name: string, best: SweepRun | null): string {
  const known = runs.flatMap((run) => (run.returnBps === null ? [] : [{ run, x: run.values[0] ?? 0, y: run.returnBps / 100 }]));
  return lineChart({
    label: `Return by ${name}`,
    lines: [{ name: `Return in % by ${name}`, className: 'policy', points: known }],
    marks: known.map(({ run, x, y }) => ({ x, y, className: run === best ? 'best' : 'run', title: `${name} ${x}: ${y.toFixed(2)} %` })),
    xText: (x) => String(Number(x.toPrecision(6))),
    yText: (y) => `${y.toFixed(1)} %`,
  });
}

const MAP = { width: 1_000, top: 10, left: 110, bottom: 50, rowHeight: 34 };

/** Draws the returns of a parameter sweep over two policy fields as a map: the more opaque a cell, the higher the return. */
function heatMap(runs: readonly SweepRun[], [rowsBy, columnsBy]: readonly SweptMember[], best: SweepRun | null): string {
  if (rowsBy === undefined || columnsBy === undefined) return '';
  const returns = runs.map(({ returnBps }) => returnBps ?? 0);
  const [low, high] = [Math.min(...returns), Math.max(...returns)];
  const cellWidth = (MAP.width - MAP.left) / columnsBy.values.length;
  const height = MAP.top + rowsBy.values.length * MAP.rowHeight + MAP.bottom;
  const cells = runs.map((run) => {
    const [row, column] = [rowsBy.values.indexOf(run.values[0] ?? 0), columnsBy.values.indexOf(run.values[1] ?? 0)];
    const share = high === low ? 1 : ((run.returnBps ?? low) - low) / (high - low);
    const title = `${rowsBy.name} ${run.values[0]}, ${columnsBy.name} ${run.values[1]}: ${signed(run.returnBps)}`;
    return `<rect class="cell ${run === best ? 'best' : ''}" x="${(MAP.left + column * cellWidth).toFixed(1)}" y="${MAP.top + row * MAP.rowHeight}" width="${cellWidth.toFixed(1)}" height="${MAP.rowHeight}" fill="var(--accent)" fill-opacity="${(0.08 + share * 0.92).toFixed(2)}"><title>${escapeHtml(title)}</title></rect>`;
  });
  const rowLabels = rowsBy.values.map(
    (value, row) => `<text x="${MAP.left - 8}" y="${MAP.top + row * MAP.rowHeight + 21}" text-anchor="end">${value}</text>`,
  );
  const columnLabels = columnsBy.values.flatMap((value, column) => {
    if (column % Math.ceil(columnsBy.values.length / 12) !== 0) return [];
    return [`<text x="${(MAP.left + (column + 0.5) * cellWidth).toFixed(1)}" y="${height - 28}" text-anchor="middle">${value}</text>`];
  });
  const label = `Return by ${rowsBy.name} (rows) and ${columnsBy.name} (columns), from ${signed(low)} (faint) to ${signed(high)} (full)`;
  return `<figure><svg viewBox="0 0 ${MAP.width} ${height}" role="img" aria-label="${escapeHtml(label)}">${[...cells, ...rowLabels, ...columnLabels].join('')}</svg><figcaption class="quiet">${escapeHtml(label)}</figcaption></figure>`;
}
