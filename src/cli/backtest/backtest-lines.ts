import type { BacktestReport } from '../../features/autopilot/backtest/create-backtest.ts';
import type { SweptMember } from '../../features/autopilot/backtest/sweep/parse-sweep.ts';
import { bestOf, money, percent, SWEEP_HEAD, type SweepRun, signed, sweepCells, totalOf } from '../../features/autopilot/backtest-parts.ts';
import { table } from '../table.ts';

/** Maximum number of trades of a backtest that are listed on the terminal. */
const MOST_TRADES = 20;

/** Describes a finished backtest for a terminal: its warnings, its results in numbers, its last trades, and what the strategies decided. */
export function linesOf({ result, summary, assessment }: BacktestReport): string[] {
  const { budgetToken } = summary;
  const { hold, wins, losses, winRateBps, profitFactor, feesUsd, gasUsd, rows } = assessment;
  const bps = (value: unknown) => (typeof value === 'number' ? signed(value) : 'unknown');
  const at = (time: unknown) => String(time).slice(0, 16).replace('T', ' ');
  const { maxDrawdownFrom, maxDrawdownAt, maxDrawdownOver } = summary;
  const fall = maxDrawdownAt === null ? '' : `, from ${at(maxDrawdownFrom)} to ${at(maxDrawdownAt)}`;
  const over = maxDrawdownAt === null ? '' : maxDrawdownOver === null ? ', not made up' : `, made up ${at(maxDrawdownOver)}`;
  const holdWords = hold === null ? 'none' : `${signed(hold.returnBps)}, ${money(hold.endValue)} ${budgetToken}`;
  const facts: readonly (readonly [name: string, fact: string])[] = [
    ['history', `${summary.points} points, ${summary.from} to ${summary.to}`],
    ['read as', String(summary.readAs ?? 'unknown')],
    ['worth', `${money(result.start?.value)} to ${money(result.end?.value)} ${budgetToken}, ${bps(summary.returnBps)}`],
    ['buy and hold', holdWords],
    ['deepest loss', `${percent(result.maxDrawdownBps)}${fall}${over}`],
    ['trades', `${summary.buys} buys, ${summary.sells} sells; limits of the policy blocked a trade ${summary.limitHits} times`],
    ['win rate', winRateBps === null ? 'no sale' : `${percent(winRateBps)}: ${wins} sales with a profit, ${losses} with a loss`],
    ['profit factor', profitFactor === null ? 'no sale with a loss' : profitFactor.toFixed(2)],
    ['costs', `$${money(feesUsd.vault)} vault, $${money(feesUsd.pools)} pools, $${money(feesUsd.slippage)} slippage`],
    ['gas', gasUsd === 0 ? 'not counted (--gas-usd)' : `$${money(gasUsd)}, paid by the executor`],
  ];
  const outcomes = Object.entries(result.outcomes).flatMap(([id, counts]) =>
    Object.entries(counts).map(([kind, count]) => [id, kind, String(count)]),
  );
  const trades = rows
    .slice(-MOST_TRADES)
    .map(({ atMs, side, amount, symbol, price, feeUsd, profit, strategyId }) => [
      ...[at(new Date(atMs).toISOString()), side, `${Number(amount.toPrecision(6))} ${symbol}`, money(price)],
      ...[money(totalOf(feeUsd)), profit === null ? '-' : money(profit), strategyId],
    ]);
  const listed = rows.length > MOST_TRADES ? `The last ${MOST_TRADES} of ${rows.length} trades (--out or --report has all):` : 'Trades:';
  const { warnings } = summary;
  const told = Array.isArray(warnings) ? warnings.map((warning) => `warning: ${String(warning)}`) : [];
  return [
    ...told,
    ...facts.map(([name, fact]) => `${name.padEnd(15)}${fact}`),
    ...(trades.length === 0
      ? []
      : ['', listed, ...table(['TIME (UTC)', 'SIDE', 'AMOUNT', 'PRICE', 'COSTS $', 'PROFIT', 'STRATEGY'], trades)]),
    '',
    ...table(['STRATEGY', 'OUTCOME', 'BEGAN'], outcomes),
  ];
}

/** Describes the results of a parameter sweep (one backtest for each combination of parameter values) for a terminal. */
export function sweepLines(runs: readonly SweepRun[], members: readonly SweptMember[]): string[] {
  const best = bestOf(runs);
  const head = [...members.map(({ name }) => name.toUpperCase()), ...SWEEP_HEAD, ''];
  return table(
    head,
    runs.map((run) => [...sweepCells(run), run === best ? 'highest return' : '']),
  );
}
