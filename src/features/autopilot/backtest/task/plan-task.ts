import { InvalidInputError } from '../../../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../../../values/errors/terminal-error.ts';
import type { BacktestRequest } from '../create-backtest.ts';
import type { HistoryInput } from '../open-backtest.ts';
import { parseSweep, type SweepVariant, type SweptMember, variantsOf } from '../sweep/parse-sweep.ts';

/** What a client requests about a policy and a price history: the result of one run, an HTML report, or the table of a parameter sweep. */
export type BacktestTask = 'backtest' | 'report' | 'sweep';

/**
 * The backtest runs that a request needs, in order. `members` are the policy fields that a parameter sweep varies; null for a request with
 * one run.
 */
export type PlannedRuns = { readonly members: readonly SweptMember[] | null; readonly variants: readonly SweepVariant[] };

/** One backtest run, ready to start. `document` is the policy as the client sent it, with the values that this run varies. */
export type TaskRun = SweepVariant & { readonly request: BacktestRequest };

/**
 * Maximum size of the policies of all runs of a parameter sweep together, in characters. Each policy is copied and validated in the node.
 */
const MOST_POLICY_CHARS = 4 * 1024 * 1024;

/**
 * Lists the backtest runs that a request needs.
 * @param sweep the policy field to vary and its values, such as `dip.dropBps=500:2000:250`; missing for a single run
 * @throws InvalidInputError about the sweep; TerminalError 413 `policy-too-large`
 */
export function planRuns(policy: unknown, sweep: string | undefined): PlannedRuns {
  if (sweep === undefined) return { members: null, variants: [{ values: [], document: policy }] };
  const members = asInput(() => parseSweep(sweep));
  const runs = members.reduce((product, { values }) => product * values.length, 1);
  if ((JSON.stringify(policy) ?? '').length * runs > MOST_POLICY_CHARS) {
    const message = `The policies of the ${runs} runs have more than ${MOST_POLICY_CHARS} characters together. Send a smaller policy, or fewer runs.`;
    throw new TerminalError({ code: 'policy-too-large', message, status: 413, details: { maxCharacters: MOST_POLICY_CHARS } });
  }
  return { members, variants: asInput(() => variantsOf(policy, members)) };
}

/**
 * Prepares the backtest runs of a request. The price history is read once, for the first run.
 * @param open prepares one run with a price history
 * @param mostPoints maximum number of price points of all runs together
 * @throws the errors of `open`; TerminalError 422 `sweep-too-large`
 */
export async function openRuns(
  { variants }: PlannedRuns,
  history: HistoryInput,
  open: (variant: SweepVariant, history: HistoryInput, index: number) => Promise<BacktestRequest>,
  mostPoints: number,
): Promise<readonly TaskRun[]> {
  const runs: TaskRun[] = [];
  let known = history;
  for (const [index, variant] of variants.entries()) {
    const request = await open(variant, known, index);
    if (index === 0) {
      requirePoints(request.history.rows.length, variants.length, mostPoints);
      const path = history.kind === 'recorded' ? 'body.recorded' : history.path;
      known = { kind: 'read', path, history: request.history };
    }
    runs.push({ ...variant, request });
  }
  return runs;
}

function requirePoints(rows: number, runs: number, mostPoints: number): void {
  if (runs === 1 || rows * runs <= mostPoints) return;
  const message =
    `${runs} runs over ${rows} rows are ${rows * runs} points, but a sweep of this kind may have at most ${mostPoints}. ` +
    'Send fewer rows, such as one for every hour, or use a larger step.';
  throw new TerminalError({ code: 'sweep-too-large', message, status: 422, details: { rows, runs, maxPoints: mostPoints } });
}

/** Converts an error about the text of a parameter sweep to an error that names the field of the request. */
function asInput<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'invalid-sweep') throw error;
    throw new InvalidInputError([{ path: 'body.sweep', code: error.code, message: error.message }], { code: error.code });
  }
}
