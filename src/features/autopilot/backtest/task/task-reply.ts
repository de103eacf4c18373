import * as v from 'valibot';
import { endOf } from '../backtest-reply.ts';
import { reportHtml } from '../report/report-html.ts';
import type { SweptMember } from '../sweep/parse-sweep.ts';
import { sweepSection } from '../sweep/sweep-runs.ts';
import type { BacktestTask } from './plan-task.ts';
import type { TaskEnd } from './run-task.ts';

export const reportEndSchema = v.object({
  summary: v.record(v.string(), v.unknown()),
  /** The backtest report as one HTML page, which loads nothing and contains no script. */
  html: v.string(),
});

export const sweepEndSchema = v.object({
  members: v.array(v.object({ name: v.string(), values: v.array(v.number()) })),
  /** The figures of each run of the parameter sweep, in the order of the varied values. */
  rows: v.array(
    v.object({
      values: v.array(v.number()),
      ...{ returnBps: v.nullable(v.number()), endValue: v.nullable(v.number()), maxDrawdownBps: v.number(), trades: v.number() },
      ...{ winRateBps: v.nullable(v.number()), profitFactor: v.nullable(v.number()), feesUsd: v.number() },
    }),
  ),
  best: v.object({ policy: v.unknown(), summary: v.record(v.string(), v.unknown()) }),
});

/** Builds the data of the last event (`end`) in the stream that answers a backtest request. */
export function taskEndOf(task: BacktestTask, { runs, best, bestDocument }: TaskEnd, members: readonly SweptMember[] | null): object {
  const { summary } = best;
  if (task === 'backtest') return endOf(best);
  if (task === 'sweep') {
    const varied = (members ?? []).map(({ name, values }) => ({ name, values: [...values] }));
    const rows = runs.map(({ values, ...figures }) => ({ values: [...values], ...figures }));
    return { members: varied, rows, best: { policy: bestDocument, summary } } satisfies v.InferInput<typeof sweepEndSchema>;
  }
  const title = `Backtest of ${nameOf(bestDocument)}`;
  const sections = members === null ? [] : [sweepSection(runs, members)];
  const html = reportHtml(best, { title, policyText: JSON.stringify(bestDocument, null, 2), sections });
  return { summary, html } satisfies v.InferInput<typeof reportEndSchema>;
}

/** Names a policy by the ids of its first strategies. */
function nameOf(document: unknown): string {
  const strategies: readonly unknown[] =
    typeof document === 'object' && document !== null && 'strategies' in document && Array.isArray(document.strategies)
      ? document.strategies
      : [];
  const ids = strategies.flatMap((one) => (typeof one === 'object' && one !== null && 'id' in one ? [String(one.id).slice(0, 40)] : []));
  if (ids.length === 0) return 'a policy';
  return `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ' and more' : ''}`;
}
