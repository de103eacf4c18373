import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import type { PriceSeries, SeriesPoint } from '../../price-series/price-series.ts';
import type { PreparePolicy, ValidPolicy } from '../prepare-policy.ts';
import type { BacktestRequest } from './create-backtest.ts';
import type { PriceHistory } from './price-history.ts';
import { readCsvHistory, readJsonHistory, type TokenNames } from './read-history.ts';

/** A history as a client gives it: CSV text, JSON rows, or the service's own recorded series (UTC ms). */
export type HistoryInput =
  | { readonly kind: 'csv'; readonly text: string }
  | { readonly kind: 'json'; readonly document: unknown }
  | { readonly kind: 'recorded'; readonly fromMs: number; readonly toMs: number };

export type BacktestInput = {
  readonly policy: unknown;
  readonly history: HistoryInput;
  /** Whole budget tokens. */
  readonly budget: string;
  readonly feeBps: number;
  readonly slippageBps: number;
};

/** Reads and checks all that a backtest needs. @throws InvalidInputError with all problems of the policy, or the first of the history */
export type OpenBacktest = (input: BacktestInput) => Promise<BacktestRequest>;

export function createOpenBacktest(deps: {
  validate: PreparePolicy['validate'];
  /** Null where nothing is recorded (the command line). */
  series: Pick<PriceSeries, 'points'> | null;
}): OpenBacktest {
  return async ({ policy: document, history: given, budget, feeBps, slippageBps }) => {
    const valid = await deps.validate(document);
    const history = await historyOf(given, valid, deps.series);
    const { policy, policyHash, tokens, budgetToken } = valid;
    return { policy, policyHash, tokens, budgetToken, history, budget, costs: { feeBps, slippageBps } };
  };
}

async function historyOf(
  given: HistoryInput,
  { policy, tokens }: ValidPolicy,
  series: Pick<PriceSeries, 'points'> | null,
): Promise<PriceHistory> {
  if (given.kind === 'csv') return readCsvHistory(given.text, namesOf(tokens));
  if (given.kind === 'json') return readJsonHistory(given.document, namesOf(tokens));
  if (series === null) throw refused('There is no recorded series here: give a file of prices.');
  const { fromMs, toMs } = given;
  const recorded = await Promise.all(
    policy.allowTokens.map(async (token) => [token, await series.points(policy.chainId, token, { fromMs, toMs })] as const),
  );
  const rows = rowsOf(recorded);
  if (rows.length < 2)
    throw refused('Nothing is recorded of these tokens in that time: the series begins when an agent first follows a token.');
  return { tokens: policy.allowTokens, rows };
}

/** A symbol names a token where only one token of the policy has it. */
function namesOf(tokens: ValidPolicy['tokens']): TokenNames {
  const bySymbol = new Map<string, string | null>();
  for (const [token, { symbol }] of Object.entries(tokens)) {
    const name = symbol.toLowerCase();
    bySymbol.set(name, bySymbol.has(name) ? null : token);
  }
  return (name) => bySymbol.get(name.toLowerCase()) ?? null;
}

/** The tokens' series side by side; a token keeps its price until its next point. */
function rowsOf(recorded: readonly (readonly [token: string, points: readonly SeriesPoint[]])[]): PriceHistory['rows'] {
  const times = new Map<number, Record<string, string>>();
  for (const [token, points] of recorded) {
    for (const { atMs, usd } of points) {
      const at = times.get(atMs) ?? {};
      at[token] = usd;
      times.set(atMs, at);
    }
  }
  let last: Readonly<Record<string, string>> = {};
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([atMs, prices]) => {
      last = { ...last, ...prices };
      return { atMs, prices: last };
    });
}

function refused(message: string): InvalidInputError {
  return new InvalidInputError([{ path: 'body.recorded', code: 'nothing-recorded', message }], { code: 'invalid-history' });
}
