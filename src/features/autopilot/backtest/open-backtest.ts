import type { PriceSeries, SeriesPoint } from '../../../market/price-series/price-series.ts';
import { type Address, entriesByAddress } from '../../../values/address.ts';
import type { BacktestCosts } from '../../../values/autopilot/backtest.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import type { ValidPolicy } from '../prepare-policy.ts';
import { type BacktestRequest, budgetOf } from './create-backtest.ts';
import type { HistoryToken } from './history-tokens.ts';
import { candleTokensOf, mergedHistory } from './merge-histories.ts';
import { type HistoryRow, MOST_ROWS, type PriceHistory } from './price-history.ts';
import { readCsvHistory } from './read-csv-history.ts';
import { readJsonHistory } from './read-json-history.ts';
import { createTurns } from './turns.ts';

const POINTS_BETWEEN_LOOKS = 1_000;

/**
 * A price history as a client provides it: CSV text, JSON rows (`path` is the path of the rows in error messages), or a request for the
 * price series that this service has recorded (times in UTC ms).
 */
export type HistoryInput =
  | { readonly kind: 'csv'; readonly path: string; readonly text: string; readonly tokenName?: string }
  | { readonly kind: 'json'; readonly path: string; readonly document: unknown; readonly tokenName?: string }
  /** Several files of candles, one for each token. */
  | { readonly kind: 'files'; readonly path: string; readonly files: readonly FileOfToken[] }
  /** A price history that was already read for another policy with the same tokens. */
  | { readonly kind: 'read'; readonly path: string; readonly history: PriceHistory }
  | { readonly kind: 'recorded'; readonly fromMs: number; readonly toMs: number };

/** A file of candles, and the symbol or address of the token whose prices the file contains. */
export type FileOfToken = Extract<HistoryInput, { kind: 'csv' | 'json' }> & { readonly tokenName: string };

export type BacktestInput = {
  readonly policy: unknown;
  readonly history: HistoryInput;
  /** The initial budget in whole budget tokens, as a decimal string. */
  readonly budget: string;
  readonly feeBps: number;
  readonly slippageBps: number;
  /** The vault's fee in basis points of the amount spent by a trade. When missing, the fee of a new agent on the chain is used. */
  readonly vaultFeeBps?: number | undefined;
};

/**
 * Reads and checks the input of a backtest. @throws InvalidInputError with all problems of the policy, or the first problems of the history
 */
export type OpenBacktest = (input: BacktestInput) => Promise<BacktestRequest>;

/** Returns the fee of a new agent on a chain, in basis points; null when it is unknown. */
export type NewAgentFee = (chainId: number) => Promise<number | null>;

export function createOpenBacktest(deps: {
  /** Validates a policy document. @throws InvalidInputError with all problems */
  validate: (document: unknown) => Promise<ValidPolicy>;
  /** The price series that this service has recorded; null on the command line, where no prices are recorded. */
  series: Pick<PriceSeries, 'points'> | null;
  newAgentFee: NewAgentFee;
}): OpenBacktest {
  return async ({ policy, ...input }) => {
    const valid = await deps.validate(policy);
    const vaultFeeBps = input.vaultFeeBps ?? (await deps.newAgentFee(valid.policy.chainId));
    return await withHistory(valid, { ...input, vaultFeeBps }, deps.series);
  };
}

/** Reads a backtest's price history. @throws InvalidInputError about the budget, or with the first problems of the history */
export async function withHistory(
  valid: ValidPolicy,
  { history: given, budget, feeBps, slippageBps, vaultFeeBps }: Pick<BacktestInput, 'history' | 'budget'> & BacktestCosts,
  series: Pick<PriceSeries, 'points'> | null,
): Promise<BacktestRequest> {
  const { policy, policyHash, tokens, budgetToken } = valid;
  budgetOf(budget, budgetToken);
  const history = await historyOf(given, valid, series);
  if (given.kind !== 'recorded' && !history.rows.some(({ prices }) => prices[policy.budgetToken] !== undefined)) {
    const message = `No price of the budget token ${budgetToken.symbol}, which the agent spends, is recorded. This price is needed to convert the limits and to calculate the value of the agent.`;
    throw new InvalidInputError([{ path: given.path, code: 'no-budget-price', message }], { code: 'invalid-history' });
  }
  return { policy, policyHash, tokens, budgetToken, history, budget, costs: { feeBps, slippageBps, vaultFeeBps } };
}

async function historyOf(
  given: HistoryInput,
  { policy, tokens }: ValidPolicy,
  series: Pick<PriceSeries, 'points'> | null,
): Promise<PriceHistory> {
  if (given.kind === 'read') return given.history;
  if (given.kind === 'files') return mergedHistory(await Promise.all(given.files.map((file) => fileHistory(file, policy, tokens))));
  if (given.kind !== 'recorded') return await fileHistory(given, policy, tokens);
  if (series === null) throw refused('No recorded prices are available here. Give a file of prices.');
  const { fromMs, toMs } = given;
  const recorded = await Promise.all(
    policy.allowTokens.map(async (token) => [token, await series.points(policy.chainId, token, { fromMs, toMs })] as const),
  );
  const rows = await rowsOf(recorded);
  if (rows.length < 2)
    throw refused('No prices of these tokens are recorded in that time. Recording starts when an agent first uses a token.');
  return { tokens: policy.allowTokens, rows, readAs: 'the recorded series' };
}

async function fileHistory(
  given: Extract<HistoryInput, { kind: 'csv' | 'json' }>,
  { budgetToken }: ValidPolicy['policy'],
  tokens: ValidPolicy['tokens'],
): Promise<PriceHistory> {
  const named = namedIn(tokens);
  const candleTokens = candleTokensOf(given.tokenName, named, budgetToken);
  if (given.kind === 'csv') return await readCsvHistory(given.text, named, given.path, candleTokens);
  return await readJsonHistory(given.document, named, given.path, candleTokens);
}

function namedIn(tokens: ValidPolicy['tokens']): readonly HistoryToken[] {
  return entriesByAddress(tokens).map(([address, { symbol }]) => ({ address, symbol }));
}

async function rowsOf(recorded: readonly (readonly [token: Address, points: readonly SeriesPoint[]])[]): Promise<PriceHistory['rows']> {
  const turns = createTurns();
  const times = new Map<number, Record<Address, string>>();
  for (const [token, points] of recorded) {
    for (const [index, { atMs, usd }] of points.entries()) {
      const at = times.get(atMs) ?? {};
      at[token] = usd;
      times.set(atMs, at);
      if (index % POINTS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
    }
  }
  if (times.size > MOST_ROWS) throw refused(`More than ${MOST_ROWS} prices are recorded in that time: request a shorter range.`);
  await turns.giveWay();
  // Only the times of the rows are sorted, as plain numbers, because sorting complete rows takes ten times as long.
  const inOrder = Float64Array.from(times.keys()).sort();
  const rows: HistoryRow[] = [];
  for (const atMs of inOrder) {
    rows.push({ atMs, prices: times.get(atMs) ?? {} });
    if (rows.length % POINTS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
  }
  return rows;
}

function refused(message: string): InvalidInputError {
  return new InvalidInputError([{ path: 'body.recorded', code: 'nothing-recorded', message }], { code: 'invalid-history' });
}
