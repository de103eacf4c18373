import { isAddress } from '../../../values/address.ts';
import { InvalidInputError, type Problem } from '../../../values/errors/invalid-input-error.ts';
import { type HistoryRow, MOST_ROWS, type PriceHistory } from './price-history.ts';
import { createTurns } from './turns.ts';

/** How a column or member is named: by the token's address, or by its symbol where only one token of the policy has it. */
export type TokenNames = (name: string) => string | null;

const PRICE = /^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/;
/** Unix times below this are seconds. */
const SECONDS_BELOW = 1e11;
/** After so many problems the rest is not read. */
const MOST_PROBLEMS = 20;
/** Far more than a policy has: each row carries the prices of all tokens before it. */
const MOST_TOKENS = 64;
/** Characters; 64 addresses, or prices with all their digits, are less. */
const MOST_LINE = 8_192;
const ROWS_BETWEEN_LOOKS = 100;
/** Of what is wrong, so much is shown. */
const MOST_SHOWN = 100;

/**
 * Reads a price history from CSV text. The first line names the columns: `time`, then a token's address or symbol for each price. A time is
 * ISO 8601, or unix seconds or milliseconds; a price is plain decimal text in dollars, and an empty one means "as before".
 * @throws InvalidInputError with the first problems, each with its line
 */
export async function readCsvHistory(text: string, nameOf: TokenNames): Promise<PriceHistory> {
  const turns = createTurns();
  const reader = createReader(nameOf);
  const length = endOf(text);
  let tokens: readonly (string | null)[] = [];
  let number = 0;
  for (let start = 0; start < length && !reader.isFull(); ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 || found > length ? length : found;
    number += 1;
    const path = `line ${number}`;
    if (end - start > MOST_LINE) reader.problem(path, 'line-too-long', `A line has at most ${MOST_LINE} characters.`);
    else if (number === 1) tokens = columnsOf(text.slice(start, end), reader);
    else readLine(path, text.slice(start, end), tokens, reader);
    start = end + 1;
    if (number % ROWS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
  }
  if (number === 0) columnsOf('', reader);
  return reader.history();
}

/**
 * Reads a price history from JSON: an array of `{ time, prices: { <token>: "<usd>" } }`, times and prices as in CSV (a price may also be a
 * JSON number).
 * @throws InvalidInputError with the first problems, each with its path
 */
export async function readJsonHistory(document: unknown, nameOf: TokenNames): Promise<PriceHistory> {
  const turns = createTurns();
  const reader = createReader(nameOf);
  if (!Array.isArray(document)) {
    reader.problem('prices', 'invalid-history', 'Expected an array of { time, prices: { <token>: "<usd>" } }.');
    return reader.history();
  }
  for (const [index, item] of document.entries()) {
    if (reader.isFull()) break;
    const path = `prices.${index}`;
    if (!isRow(item)) {
      reader.problem(path, 'invalid-row', 'Expected { time, prices: { <token>: "<usd>" } }.');
      continue;
    }
    const entries = Object.entries(item.prices).slice(0, MOST_TOKENS + 1);
    const prices = entries.map(([name, price]) => [reader.token(path, name), textOf(price)] as const);
    reader.row(path, textOf(item.time), prices);
    if (index % ROWS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
  }
  return reader.history();
}

/** Without the empty lines at the end. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

type Reader = ReturnType<typeof createReader>;

function columnsOf(line: string, reader: Reader): readonly (string | null)[] {
  const cells = line.replace(/^\uFEFF/, '').split(',');
  const [timeName = '', ...names] = cells.map((name) => name.trim());
  if (!/^(time|timestamp|date)$/i.test(timeName) || names.length === 0) {
    reader.problem('line 1', 'invalid-header', 'Expected a first line such as "time,WETH,USDC": the time, then a token for each price.');
  }
  return names.slice(0, MOST_TOKENS + 1).map((name) => reader.token('line 1', name));
}

function readLine(path: string, line: string, tokens: readonly (string | null)[], reader: Reader): void {
  const cells = line.split(',');
  if (cells.length !== tokens.length + 1) {
    reader.problem(path, 'wrong-columns', `Expected ${tokens.length + 1} columns, as in the first line; there are ${cells.length}.`);
    return;
  }
  const prices = tokens.map((token, column) => [token, cells[column + 1]?.trim() ?? ''] as const);
  reader.row(path, cells[0]?.trim() ?? '', prices);
}

function createReader(nameOf: TokenNames) {
  const problems: Problem[] = [];
  const rows: HistoryRow[] = [];
  const tokens = new Set<string>();
  const known = new Map<string, string | null>();
  let last: HistoryRow | null = null;

  const problem = (path: string, code: string, message: string): void => void problems.push({ path, code, message });
  return {
    problem,
    isFull: () => problems.length >= MOST_PROBLEMS || rows.length > MOST_ROWS,

    token(path: string, name: string): string | null {
      const found = known.get(name);
      if (found !== undefined) return found;
      if (known.size === MOST_TOKENS) {
        problem(path, 'too-many-tokens', `A history has prices of at most ${MOST_TOKENS} tokens.`);
        return null;
      }
      const lowered = name.toLowerCase();
      const token = isAddress(lowered) ? lowered : nameOf(name);
      known.set(name, token);
      if (token === null) problem(path, 'unknown-token', `"${shown(name)}" is no token of the policy: expected its address or symbol.`);
      return token;
    },

    row(path: string, time: string, prices: readonly (readonly [string | null, string])[]): void {
      const atMs = timeOf(time);
      if (atMs === null) {
        problem(path, 'invalid-time', `"${shown(time)}" is no time: expected ISO 8601, or unix seconds or milliseconds.`);
        return;
      }
      if (last !== null && atMs <= last.atMs) {
        problem(path, 'not-in-order', `The time ${shown(time)} does not come after the one before: expected a history from old to new.`);
        return;
      }
      const now: Record<string, string> = { ...last?.prices };
      for (const [token, price] of prices) {
        if (token === null || price === '') continue;
        if (PRICE.test(price) && /[1-9]/.test(price)) {
          now[token] = price;
          tokens.add(token);
        } else problem(path, 'invalid-price', `"${shown(price)}" is no price: expected plain decimal text above 0, such as 2345.67.`);
      }
      last = { atMs, prices: now };
      rows.push(last);
    },

    history(): PriceHistory {
      if (rows.length > MOST_ROWS) problem('', 'too-many-rows', `A history has at most ${MOST_ROWS} rows.`);
      if (problems.length === 0 && rows.length < 2) problem('', 'too-few-rows', 'A history has at least two rows.');
      if (problems.length > 0) throw new InvalidInputError(problems, { code: 'invalid-history' });
      return { tokens: [...tokens], rows };
    },
  };
}

function shown(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
}

function timeOf(text: string): number | null {
  if (/^[0-9]{9,14}(?:\.[0-9]+)?$/.test(text)) {
    const number = Number(text);
    return Math.floor(number < SECONDS_BELOW ? number * 1000 : number);
  }
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(text)) return null;
  // Without a zone it is UTC, whatever the machine's is.
  const atMs = Date.parse(/(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i.test(text) || text.length === 10 ? text : `${text.replace(' ', 'T')}Z`);
  return Number.isFinite(atMs) ? atMs : null;
}

function isRow(item: unknown): item is { time: unknown; prices: object } {
  return (
    typeof item === 'object' &&
    item !== null &&
    'time' in item &&
    'prices' in item &&
    typeof item.prices === 'object' &&
    item.prices !== null
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
