import type { Backtest, BacktestProgress, BacktestReport } from '../create-backtest.ts';
import { bestOf, type SweepRun, sweepRunOf } from '../sweep/sweep-runs.ts';
import type { TaskRun } from './plan-task.ts';

/** The progress of a backtest request: the progress of its current run and, if there are several runs, the number of the current run. */
export type TaskProgress = BacktestProgress & { readonly run?: number; readonly runs?: number };

/** The outcome of a backtest request: the figures of all runs, and the complete report of the run with the highest return. */
export type TaskEnd = {
  readonly runs: readonly SweepRun[];
  readonly best: BacktestReport;
  /** The policy document of the run with the highest return, with the values of that run. */
  readonly bestDocument: unknown;
};

/** Executes the backtest runs of a request, one after another. @throws the errors of `Backtest` */
export async function* runTask(backtest: Backtest, runs: readonly TaskRun[], signal?: AbortSignal): AsyncGenerator<TaskProgress, TaskEnd> {
  const done: SweepRun[] = [];
  let best: { readonly report: BacktestReport; readonly document: unknown } | null = null;
  for (const [index, { values, document, request }] of runs.entries()) {
    const which = runs.length === 1 ? {} : { run: index + 1, runs: runs.length };
    const report = yield* ended(backtest(request, signal), which);
    const own = sweepRunOf(values, report);
    done.push(own);
    // Only the report of the best run is kept, because the reports of all runs would need too much memory.
    if (best === null || bestOf(done) === own) best = { report, document };
    if (runs.length > 1) yield { points: request.history.rows.length, of: request.history.rows.length, trades: own.trades, ...which };
  }
  if (best === null) throw new Error('A task without a run');
  return { runs: done, best: best.report, bestDocument: best.document };
}

async function* ended(
  steps: ReturnType<Backtest>,
  which: Pick<TaskProgress, 'run' | 'runs'>,
): AsyncGenerator<TaskProgress, BacktestReport> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    yield { ...step.value, ...which };
  }
}
