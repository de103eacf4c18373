import type { Address } from '../../../values/address.ts';
import type { HistoryCollector, Place } from './collect-history.ts';
import { shown } from './history-cell.ts';
import type { HistoryRow, PriceHistory } from './price-history.ts';
import { readPriceCell } from './read-price-cell.ts';
import { readTimeCell } from './read-time-cell.ts';

/**
 * The column numbers of a candle's values in a row of a price file. `closeTime` is null when the rows do not contain the time at which a
 * candle ends.
 */
export type CandleColumns = {
  readonly format: 'OHLC candles' | 'Binance klines';
  readonly cells: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly closeTime: number | null;
};

/** Number of cells of a row in Binance's public kline files. The first is the open time in ms, or since 2025 in microseconds. */
const KLINE_CELLS = 12;
const KLINE: CandleColumns = { format: 'Binance klines', cells: KLINE_CELLS, open: 1, high: 2, low: 3, close: 4, closeTime: 6 };
const KLINE_TIME = /^(?:[0-9]{13}|[0-9]{16})$/;
const UNIX_CLOSE = ['close_time', 'closetime', 'close time'];

/** Recognizes a row of a Binance kline file, which has no header: 12 cells, the first of which is a time in ms or microseconds. */
export function klineColumnsOf(cells: readonly string[]): CandleColumns | null {
  return cells.length === KLINE_CELLS && KLINE_TIME.test((cells[0] ?? '').trim()) ? KLINE : null;
}

/** Recognizes the header of a file of candles: its columns include open, high, low and close. Other columns are not read. */
export function headedColumnsOf(cells: readonly string[]): CandleColumns | null {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name) => names.indexOf(name));
  if (open === undefined || high === undefined || low === undefined || close === undefined) return null;
  if (Math.min(open, high, low, close) < 1) return null;
  const closeTime = names.findIndex((name) => UNIX_CLOSE.includes(name));
  return { format: 'OHLC candles', cells: cells.length, open, high, low, close, closeTime: closeTime === -1 ? null : closeTime };
}

/**
 * The token whose prices a file of candles contains, and the budget token. Files of candles contain no prices of the budget token, so one
 * budget token is assumed to be worth one dollar.
 */
export type CandleTokens = { readonly token: Address; readonly budgetToken: Address };

/**
 * Reads one candle and adds its row to the price history: the close price, with the time at which the candle ends. The close price is not
 * known before that time, so no decision of a backtest uses a price of the future. If the file has no column for the end time, the row
 * first gets the open time, and `closedRows` corrects it later.
 */
export function readCandle(
  cells: readonly string[],
  columns: CandleColumns,
  { token, budgetToken }: CandleTokens,
  { collector, placeOf }: { readonly collector: HistoryCollector; readonly placeOf: (column: number) => Place },
): void {
  const textAt = (column: number) => cells[column]?.trim() ?? '';
  const openMs = collector.time(textAt(0), () => placeOf(0));
  const prices = (['open', 'high', 'low', 'close'] as const).map((name) => {
    const read = readPriceCell(textAt(columns[name]));
    if (!('code' in read)) return read.price;
    collector.problem(placeOf(columns[name]), read);
    return null;
  });
  const [open, high, low, close] = prices;
  if (open == null || high == null || low == null || close == null) return;
  if (Number(high) < Math.max(Number(open), Number(close), Number(low)) || Number(low) > Math.min(Number(open), Number(close))) {
    const message = `The candle's open ${open}, high ${high}, low ${low} and close ${close} are inconsistent: the high must be the highest of the four prices, and the low the lowest`;
    collector.problem(placeOf(columns.high), { code: 'invalid-candle', message });
    return;
  }
  if (openMs === null) return;
  const closeMs = columns.closeTime === null ? null : closeTimeOf(textAt(columns.closeTime), openMs, collector, placeOf(columns.closeTime));
  const own = { [token]: close };
  collector.row({ atMs: closeMs ?? openMs, prices: token === budgetToken ? own : { ...own, [budgetToken]: '1' } });
}

/**
 * Parses the close time of a candle, in ms. In Binance's kline files the close time is the candle's last millisecond. Null when the time
 * was invalid and a problem was reported.
 */
function closeTimeOf(text: string, openMs: number, collector: HistoryCollector, place: Place): number | null {
  const read = readTimeCell(text);
  if ('code' in read) {
    collector.problem(place, read);
    return null;
  }
  if (read.atMs >= openMs) return read.atMs % 1_000 === 999 ? read.atMs + 1 : read.atMs;
  collector.problem(place, { code: 'invalid-candle', message: `${shown(text)} is before the time at which the candle opens` });
  return null;
}

/**
 * Returns a history that was read from candles, with each price at the time at which its candle ends. The most frequent time between two
 * consecutive candles is used as the length of a candle.
 */
export function closedRows(history: PriceHistory, { format, closeTime }: CandleColumns): PriceHistory {
  const everyMs = usualStepMs(history.rows);
  const rows = closeTime === null ? history.rows.map(({ atMs, prices }) => ({ atMs: atMs + everyMs, prices })) : history.rows;
  const readAs = `${history.readAs ?? format}; ${format} of ${everyMs / 1_000} seconds, each with its close price at its end`;
  return { ...history, rows, readAs };
}

/** Returns the most frequent time between two consecutive rows, in ms; 0 when there are fewer than two rows. */
export function usualStepMs(rows: readonly Pick<HistoryRow, 'atMs'>[]): number {
  const counts = new Map<number, number>();
  let [most, usual] = [0, 0];
  for (let index = 1; index < rows.length; index += 1) {
    const stepMs = (rows[index]?.atMs ?? 0) - (rows[index - 1]?.atMs ?? 0);
    const count = (counts.get(stepMs) ?? 0) + 1;
    counts.set(stepMs, count);
    if (count > most) [most, usual] = [count, stepMs];
  }
  return usual;
}
