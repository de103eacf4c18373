import type { Address } from '../../../values/address.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import type { CandleTokens } from './candles.ts';
import type { CellProblem } from './history-cell.ts';
import { createNameReader, type HistoryToken } from './history-tokens.ts';
import { MOST_ROWS, type PriceHistory } from './price-history.ts';

/**
 * Determines the token whose prices a file of candles contains, because the file itself does not name the token. It is the token that the
 * client names; if the client names none, it is the policy's only token besides the budget token.
 */
export function candleTokensOf(
  name: string | undefined,
  tokens: readonly HistoryToken[],
  budgetToken: Address,
): CandleTokens | CellProblem {
  if (name !== undefined) {
    const read = createNameReader(tokens)(name);
    return 'code' in read ? read : { token: read.token, budgetToken };
  }
  const others = tokens.filter(({ address }) => address !== budgetToken);
  const [only] = others;
  if (only !== undefined && others.length === 1) return { token: only.address, budgetToken };
  const names = others.map(({ symbol }) => symbol).join(', ');
  const message = `This is a file of candles of one token, but the policy has ${others.length} tokens (${names}). On the command line, give one file for each token, such as WETH=weth.csv,WBTC=wbtc.csv`;
  return { code: 'candles-of-which-token', message };
}

/** Merges the price histories of several files into one, ordered by time. Each file may also contain prices of the budget token. */
export function mergedHistory(histories: readonly PriceHistory[]): PriceHistory {
  const byTime = new Map<number, Record<Address, string>>();
  for (const { rows } of histories) for (const { atMs, prices } of rows) byTime.set(atMs, Object.assign(byTime.get(atMs) ?? {}, prices));
  if (byTime.size > MOST_ROWS) {
    const message = `The files have ${byTime.size} different times, and a price history can have at most ${MOST_ROWS} rows.`;
    throw new InvalidInputError([{ path: 'prices', code: 'too-many-rows', message }], { code: 'invalid-history' });
  }
  const rows = [...byTime.keys()].toSorted((a, b) => a - b).map((atMs) => ({ atMs, prices: byTime.get(atMs) ?? {} }));
  const tokens = [...new Set(histories.flatMap((history) => history.tokens))];
  return { tokens, rows, readAs: [...new Set(histories.map(({ readAs }) => readAs ?? 'a file'))].join('; ') };
}
