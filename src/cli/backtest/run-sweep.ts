import type { BacktestReport } from '../../features/autopilot/backtest/create-backtest.ts';
import { bestOf, type SweepRun, type SweptMember, sweepRunOf, variantsOf } from '../../features/autopilot/backtest-parts.ts';

/**
 * Runs a policy once for each combination of the varied values.
 * @param run a function that runs one policy document
 * @returns all runs, and the complete report of the run with the highest return
 * @throws TerminalError `invalid-sweep`, and the errors of `run`
 */
export async function runSweep(
  document: unknown,
  members: readonly SweptMember[],
  run: (document: unknown) => Promise<BacktestReport>,
): Promise<{ readonly runs: readonly SweepRun[]; readonly best: BacktestReport; readonly bestDocument: unknown }> {
  const runs: SweepRun[] = [];
  let best: { readonly report: BacktestReport; readonly document: unknown } | null = null;
  for (const variant of variantsOf(document, members)) {
    const report = await run(variant.document);
    const own = sweepRunOf(variant.values, report);
    runs.push(own);
    // Only the best report is kept, because the reports of all runs would need too much memory.
    if (best === null || bestOf(runs) === own) best = { report, document: variant.document };
  }
  if (best === null) throw new Error('A sweep without a run');
  return { runs, best: best.report, bestDocument: best.document };
}
