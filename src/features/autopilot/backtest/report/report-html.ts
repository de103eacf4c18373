import type { JsonObject } from '../../../../values/json.ts';
import { type TradeRow, totalOf } from '../assess/trade-rows.ts';
import type { BacktestReport } from '../create-backtest.ts';
import { escapeHtml } from './escape-html.ts';
import { lineChart } from './line-chart.ts';
import { REPORT_STYLE } from './report-style.ts';

/** Maximum numbers of trades in the table and of marks in the chart of a report. */
const MOST_ROWS = 2_000;
const MOST_MARKS = 500;

/**
 * Builds a report of a backtest as one HTML page. The page can be opened without a network: it loads nothing and contains no script, and
 * its content security policy forbids both. All texts of the policy and the price files are escaped.
 * @param policyText the policy document, which the report quotes
 * @param sections further sections as HTML, such as a parameter sweep
 */
export function reportHtml(
  { result, summary, assessment }: BacktestReport,
  { title, policyText, sections = [] }: { readonly title: string; readonly policyText: string; readonly sections?: readonly string[] },
): string {
  const budget = String(summary.budgetToken);
  return page(
    title,
    [
      `<h1>${escapeHtml(title)}</h1>`,
      `<p class="quiet">${escapeHtml(`${String(summary.from ?? 'no time')} to ${String(summary.to ?? 'no time')}, ${result.points} points. Read as ${String(summary.readAs ?? 'given')}.`)}</p>`,
      warningsOf(summary),
      figuresOf({ result, summary, assessment }),
      chartOf({ result, assessment }, budget),
      ...sections,
      tradesOf(assessment.rows, budget),
      outcomesOf(result.outcomes),
      `<details><summary>The policy</summary><pre>${escapeHtml(policyText)}</pre></details>`,
    ].join('\n'),
  );
}

function page(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${REPORT_STYLE}</style></head><body><main>`,
    body,
    '</main></body></html>\n',
  ].join('\n');
}

function warningsOf({ warnings }: JsonObject): string {
  if (!Array.isArray(warnings) || warnings.length === 0) return '';
  return `<section class="warnings" aria-label="Warnings">${warnings.map((one) => `<p>${escapeHtml(String(one))}</p>`).join('')}</section>`;
}

function figuresOf({ result, summary, assessment }: Pick<BacktestReport, 'result' | 'summary' | 'assessment'>): string {
  const { hold, wins, losses, winRateBps, profitFactor, gained, lost, feesUsd, gasUsd, rows } = assessment;
  const budget = String(summary.budgetToken);
  const returnBps = typeof summary.returnBps === 'number' ? summary.returnBps : null;
  const day = (ms: number | null) => (ms === null ? null : momentOf(ms).slice(0, 10));
  const over = day(result.maxDrawdownOverMs);
  const fall = day(result.maxDrawdownFromMs);
  const fees = totalOf(feesUsd);
  return `<dl class="figures">${[
    figure('Return', signed(returnBps), `${money(result.start?.value)} to ${money(result.end?.value)} ${budget}`, toneOf(returnBps)),
    figure(
      'Buy and hold',
      hold === null ? 'none' : signed(hold.returnBps),
      hold === null ? 'no other token' : `${money(hold.endValue)} ${budget}`,
    ),
    figure(
      'Against holding',
      hold === null || returnBps === null ? 'none' : signed(returnBps - hold.returnBps),
      'difference of the returns',
      hold === null || returnBps === null ? '' : toneOf(returnBps - hold.returnBps),
    ),
    figure(
      'Largest fall',
      percent(result.maxDrawdownBps),
      fall === null ? 'none' : `${fall} to ${day(result.maxDrawdownAtMs)}, ${over === null ? 'not made up' : `made up ${over}`}`,
    ),
    figure('Win rate', winRateBps === null ? 'no sale' : percent(winRateBps), `${wins} sales with a profit, ${losses} with a loss`),
    figure(
      'Profit factor',
      profitFactor === null ? (gained > 0 ? 'no loss' : 'no sale') : profitFactor.toFixed(2),
      `${money(gained)} won, ${money(lost)} lost`,
    ),
    figure('Trades', String(rows.length), `${String(summary.buys)} buys, ${String(summary.sells)} sells`),
    figure('Costs', `$${money(fees)}`, `vault ${money(feesUsd.vault)}, pools ${money(feesUsd.pools)}, slippage ${money(feesUsd.slippage)}`),
    figure('Gas', gasUsd === 0 ? 'not counted' : `$${money(gasUsd)}`, 'paid by the executor, not by the agent'),
  ].join('')}</dl>`;
}

function figure(name: string, value: string, note: string, tone = ''): string {
  return `<div><dt>${name}</dt><dd class="value ${tone}">${escapeHtml(value)}</dd><dd class="note">${escapeHtml(note)}</dd></div>`;
}

function chartOf({ result, assessment }: Pick<BacktestReport, 'result' | 'assessment'>, budget: string): string {
  const { equity, end } = result;
  if (end === null) return '<p>The history has no point with the prices of all tokens, so no curve can be drawn.</p>';
  const own = [...equity, end].map(({ atMs, value }) => ({ x: atMs, y: value }));
  const held = assessment.hold?.curve.map(({ atMs, value }) => ({ x: atMs, y: value })) ?? [];
  const every = Math.max(1, Math.ceil(assessment.rows.length / MOST_MARKS));
  let at = 0;
  const marks = assessment.rows
    .filter((_, index) => index % every === 0)
    .map((row) => {
      while ((own[at + 1]?.x ?? Number.POSITIVE_INFINITY) <= row.atMs) at += 1;
      const text = `${row.side} ${amountOf(row.amount)} ${row.symbol} at ${money(row.price)}, ${momentOf(row.atMs)}`;
      return { x: row.atMs, y: own[at]?.y ?? 0, className: row.side, title: text };
    });
  const lines = [
    ...(held.length === 0 ? [] : [{ name: 'Buy and hold', className: 'hold', points: held }]),
    { name: 'The policy', className: 'policy', points: own },
  ];
  const chart = lineChart({
    ...{ label: `Value over time in ${budget}`, lines, marks },
    xText: (x) => momentOf(x).slice(0, 10),
    yText: (y) => (Math.abs(y) >= 1_000 ? Math.round(y).toLocaleString('en-US') : money(y)),
  });
  return `<h2>Value over time in ${escapeHtml(budget)}</h2>${chart}`;
}

function tradesOf(rows: readonly TradeRow[], budget: string): string {
  if (rows.length === 0) return '<h2>Trades</h2><p>The policy made no trade.</p>';
  const shownRows = rows.slice(0, MOST_ROWS);
  const more = rows.length - shownRows.length;
  const cells = shownRows.map((row) => {
    const fee = totalOf(row.feeUsd);
    const profit = row.profit === null ? '' : money(row.profit);
    return (
      `<tr><td>${momentOf(row.atMs)}</td><td>${row.side}</td><td class="number">${amountOf(row.amount)} ${escapeHtml(row.symbol)}</td>` +
      `<td class="number">${money(row.price)}</td><td class="number">${money(row.budget)}</td><td class="number">${money(fee)}</td>` +
      `<td class="number">${row.gasUsd === 0 ? '' : money(row.gasUsd)}</td>` +
      `<td class="number ${row.profit === null ? '' : toneOf(row.profit)}">${profit}</td><td class="text">${escapeHtml(`${row.strategyId}: ${row.reason}`)}</td></tr>`
    );
  });
  const head = `<tr><th>Time (UTC)</th><th>Side</th><th class="number">Amount</th><th class="number">Price (${escapeHtml(budget)})</th><th class="number">${escapeHtml(budget)}</th><th class="number">Costs ($)</th><th class="number">Gas ($)</th><th class="number">Profit (${escapeHtml(budget)})</th><th>Reason</th></tr>`;
  const note = more > 0 ? `<p class="quiet">${more} later trades are not listed; the option --out writes all.</p>` : '';
  return `<h2>Trades</h2><div class="scroll" tabindex="0" role="region" aria-label="Trades"><table><thead>${head}</thead><tbody>${cells.join('')}</tbody></table></div>${note}`;
}

function outcomesOf(outcomes: BacktestReport['result']['outcomes']): string {
  const rows = Object.entries(outcomes).flatMap(([id, counts]) =>
    Object.entries(counts).map(
      ([kind, count]) => `<tr><td>${escapeHtml(id)}</td><td>${escapeHtml(kind)}</td><td class="number">${count}</td></tr>`,
    ),
  );
  return `<h2>What the strategies decided</h2><p class="quiet">How often each outcome of a strategy began.</p><div class="scroll" tabindex="0" role="region" aria-label="Outcomes"><table><thead><tr><th>Strategy</th><th>Outcome</th><th class="number">Began</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function momentOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats an amount of money: two decimals with separators, or four significant digits when it is small. */
export function money(value: number | undefined): string {
  if (value === undefined) return 'unknown';
  if (value !== 0 && Math.abs(value) < 1) return String(Number(value.toPrecision(4)));
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function amountOf(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export function percent(bps: number): string {
  return `${(bps / 100).toFixed(2)} %`;
}

export function signed(bps: number | null): string {
  return bps === null ? 'unknown' : `${bps > 0 ? '+' : ''}${percent(bps)}`;
}

function toneOf(value: number | null): string {
  return value === null || value === 0 ? '' : value > 0 ? 'good' : 'bad';
}
