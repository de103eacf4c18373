import type { Address } from '../../../values/address.ts';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { keptNumberOf } from '../../../values/exact-json.ts';
import { type CandleTokens, closedRows, klineColumnsOf, readCandle } from './candles.ts';
import { createHistoryCollector, type HistoryCollector } from './collect-history.ts';
import { type CellProblem, shown } from './history-cell.ts';
import { createNameReader, type HistoryToken, type NameReader } from './history-tokens.ts';
import type { PriceHistory } from './price-history.ts';
import { readPriceCell } from './read-price-cell.ts';
import { createTurns } from './turns.ts';

const ROWS_BETWEEN_LOOKS = 100;
const EXPECTED = 'Expected an array of { time, prices: { <token>: "<usd>" } }';

/**
 * Reads a price history from JSON: an array of `{ time, prices: { <token>: "<usd>" } }`. Times and prices have the same notations as in CSV
 * files. Numbers keep all their digits when the document was parsed by `parseExactJson`. Null and an empty string mean that the token has
 * no price at that time.
 * @param path the path of the array in the request, for error messages
 * @throws InvalidInputError with the first problems, each with its path
 */
export async function readJsonHistory(
  document: unknown,
  tokens: readonly HistoryToken[],
  path: string,
  candleTokens?: CandleTokens | CellProblem,
): Promise<PriceHistory> {
  const turns = createTurns();
  const collector = createHistoryCollector();
  const nameOf = createNameReader(tokens);
  if (!Array.isArray(document)) {
    collector.end({ path, words: '' }, { code: 'invalid-history', message: EXPECTED });
    return collector.history(path, 'JSON', []);
  }
  const [head] = document;
  if (candleTokens !== undefined && Array.isArray(head)) return await readKlines(document, path, candleTokens, collector);
  const named = new Set<Address>();
  for (const [index, item] of document.entries()) {
    if (collector.isFull()) break;
    const at = { path: `${path}.${index}`, words: '' };
    if (isRow(item)) readRow(item, at.path, nameOf, named, collector);
    else collector.problem(at, { code: 'invalid-row', message: 'Expected { time, prices: { <token>: "<usd>" } }' });
    if (index % ROWS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
  }
  return collector.history(path, 'JSON', [...named]);
}

/**
 * Reads candles in the JSON form of Binance's public klines: an array of arrays with 12 values each, of which the first is the open time.
 */
async function readKlines(
  document: readonly unknown[],
  path: string,
  candleTokens: CandleTokens | CellProblem,
  collector: HistoryCollector,
): Promise<PriceHistory> {
  const turns = createTurns();
  const cellsOf = (row: unknown) => (Array.isArray(row) ? row.map((value: unknown) => textOf(value) ?? '') : []);
  const columns = klineColumnsOf(cellsOf(document[0]));
  if (columns === null || 'code' in candleTokens) {
    const message = 'Expected klines: arrays of 12 values, of which the first is the open time in milliseconds or microseconds';
    collector.end({ path: `${path}.0`, words: '' }, 'code' in candleTokens ? candleTokens : { code: 'invalid-row', message });
    return collector.history(path, 'JSON', []);
  }
  for (const [index, row] of document.entries()) {
    if (collector.isFull()) break;
    const cells = cellsOf(row);
    const placeOf = (column: number) => ({ path: `${path}.${index}.${column}`, words: '' });
    if (cells.length === columns.cells) readCandle(cells, columns, candleTokens, { collector, placeOf });
    else {
      const message = `Expected a kline of ${columns.cells} values; there are ${cells.length}`;
      collector.problem({ path: `${path}.${index}`, words: '' }, { code: 'wrong-columns', message });
    }
    if (index % ROWS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
  }
  return closedRows(collector.history(path, 'JSON', [candleTokens.token, candleTokens.budgetToken]), columns);
}

type Row = { readonly time: unknown; readonly prices: object };

function readRow({ time, prices: given }: Row, path: string, nameOf: NameReader, named: Set<Address>, collector: HistoryCollector): void {
  const timeAt = { path: `${path}.time`, words: '' };
  const timeText = textOf(time);
  const atMs = timeText === null ? null : collector.time(timeText, () => timeAt);
  if (timeText === null) collector.problem(timeAt, { code: 'invalid-time', message: 'Expected a time, as a string or a number' });
  const prices: Record<Address, string> = {};
  const seen = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (collector.isFull()) return;
    const place = { path: `${path}.prices.${shown(name).slice(1, -1)}`, words: '' };
    const read = nameOf(name.trim());
    if ('code' in read) {
      collector.problem(place, read);
      continue;
    }
    const other = seen.get(read.token);
    if (other !== undefined)
      collector.problem(place, { code: 'duplicate-token', message: `This token is in the file twice, also as ${shown(other)}` });
    seen.set(read.token, name);
    const text = value === null ? '' : textOf(value);
    if (text === '') continue;
    if (text === null) collector.problem(place, { code: 'invalid-price', message: 'Expected a price as a string or a number, or null' });
    else {
      const price = readPriceCell(text);
      if ('code' in price) collector.problem(place, price);
      else {
        prices[read.token] = price.price;
        named.add(read.token);
      }
    }
  }
  if (atMs !== null) collector.row({ atMs, prices });
}

function isRow(item: unknown): item is Row {
  return (
    typeof item === 'object' &&
    item !== null &&
    'time' in item &&
    'prices' in item &&
    typeof item.prices === 'object' &&
    item.prices !== null &&
    !Array.isArray(item.prices)
  );
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return Number.isFinite(value) ? decimalTextOf(value) : String(value);
  return keptNumberOf(value);
}
