import type { HistoryToken } from '../../../../../src/features/autopilot/backtest/history-tokens.ts';
import type { PriceHistory } from '../../../../../src/features/autopilot/backtest/price-history.ts';
import { readCsvHistory } from '../../../../../src/features/autopilot/backtest/read-csv-history.ts';
import { readJsonHistory } from '../../../../../src/features/autopilot/backtest/read-json-history.ts';
import { InvalidInputError } from '../../../../../src/values/errors/invalid-input-error.ts';
import { asAddress } from '../../../../support/branded.ts';

export const WETH = asAddress(`0x${'c1'.repeat(20)}`);
export const USDC = asAddress(`0x${'b1'.repeat(20)}`);
export const TOKENS: readonly HistoryToken[] = [
  { symbol: 'WETH', address: WETH },
  { symbol: 'USDC', address: USDC },
  { symbol: 'DUP', address: asAddress(`0x${'d1'.repeat(20)}`) },
  { symbol: 'dup', address: asAddress(`0x${'d2'.repeat(20)}`) },
];
export const PATH = 'body.prices';

export const readCsv = (text: string): Promise<PriceHistory> => readCsvHistory(text, TOKENS, PATH);
export const readJson = (document: unknown): Promise<PriceHistory> => readJsonHistory(document, TOKENS, PATH);

/** Returns the problems for which a price history was rejected, with path, code and message; an empty list when it was accepted. */
export async function problemsOf(history: Promise<unknown>): Promise<readonly { path: string; code: string; message: string }[]> {
  const error = await history.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error === null) return [];
  if (error instanceof InvalidInputError) return error.problems;
  throw error;
}

export async function firstWords(history: Promise<unknown>): Promise<string> {
  const [first] = await problemsOf(history);
  return first === undefined ? 'read' : `${first.code}: ${first.message}`;
}
