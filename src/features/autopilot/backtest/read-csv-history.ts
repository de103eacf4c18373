import type { Address } from '../../../values/address.ts';
import { type CandleColumns, type CandleTokens, closedRows, headedColumnsOf, klineColumnsOf, readCandle } from './candles.ts';
import { createHistoryCollector, type HistoryCollector, type Place } from './collect-history.ts';
import { csvDialectOf, MOST_LINE, SEPARATOR_NAMES } from './csv-dialect.ts';
import { type CsvRow, csvPieces, withPlainEnds } from './csv-rows.ts';
import { type CellProblem, shown } from './history-cell.ts';
import { createNameReader, type HistoryToken, type NameReader } from './history-tokens.ts';
import type { PriceHistory } from './price-history.ts';
import { readPriceCell } from './read-price-cell.ts';
import { readTimeCell } from './read-time-cell.ts';
import { createTurns } from './turns.ts';

/** Accepted names of the first column (the time of a row), in any casing. Spaces and underscores are equivalent. */
const TIME_NAMES = ['time', 'timestamp', 'date', 'datetime', 'date time', 'unix', 'unix time', 'unix timestamp', 'utc'];
const ROWS_BETWEEN_LOOKS = 200;

/** A price column of a price history. `token` is null when the column has no name; such a column must be empty. */
type Column = { readonly name: string; readonly token: Address | null };

/**
 * Reads a price history from CSV text. The header contains `time`, followed by a token's address or symbol for each price column. An empty
 * cell means that the token has no price at that time. Ambiguous values are refused. Files of candles are recognized (`candles.ts`).
 * @param path the path of the text in the request, for error messages
 * @param candleTokens the token whose prices a file of candles contains, or why candles cannot be read
 * @throws InvalidInputError with the first problems, each with its line and column
 */
export async function readCsvHistory(
  text: string,
  tokens: readonly HistoryToken[],
  path: string,
  candleTokens: CandleTokens | CellProblem = NO_CANDLES,
): Promise<PriceHistory> {
  const collector = createHistoryCollector();
  const begin = text.startsWith('\uFEFF') ? 1 : 0;
  const head = withPlainEnds(text.slice(begin, begin + MOST_LINE));
  const dialect = csvDialectOf(head);
  if ('code' in dialect) {
    collector.end({ path, words: '' }, dialect);
    return collector.history(path, 'CSV', []);
  }
  const turns = createTurns();
  const nameOf = createNameReader(tokens);
  let columns: readonly Column[] | null = null;
  let candles: CandleColumns | null = null;
  let read = 0;
  for (const { rows, endsAt } of csvPieces(begin === 0 ? text : text.slice(begin), dialect)) {
    for (const row of rows) {
      read += 1;
      if (read % ROWS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
      if (collector.isFull()) break;
      if (row.line <= dialect.skipped || isBlank(row.cells)) continue;
      if (candles !== null) readCandleRow(row, path, { candles, candleTokens }, collector);
      else if (columns !== null) readRow(row, path, columns, collector);
      else {
        candles = klineColumnsOf(row.cells) ?? (isOpenTime(row.cells[0]) ? headedColumnsOf(row.cells) : null);
        if (candles === null) columns = columnsOf(row, path, nameOf, collector);
        else if ('code' in candleTokens) collector.end({ path, words: `line ${row.line}` }, candleTokens);
        else if (klineColumnsOf(row.cells) !== null) readCandleRow(row, path, { candles, candleTokens }, collector);
      }
    }
    if (endsAt !== null) {
      const message = `Expected lines of at most ${MOST_LINE} characters; the line is longer, or a quote in it is never closed`;
      collector.end({ path, words: `line ${endsAt}` }, { code: 'line-too-long', message });
    }
    if (collector.isFull()) break;
    if (turns.areOthersDue()) await turns.giveWay();
  }
  if (candles !== null && !('code' in candleTokens)) {
    const format = `CSV with ${SEPARATOR_NAMES[dialect.separator]} between its cells`;
    return closedRows(collector.history(path, format, [candleTokens.token, candleTokens.budgetToken]), candles);
  }
  if (columns === null && !collector.isFull()) collector.end({ path, words: '' }, invalidHeader('The text is empty'));
  return collector.history(
    path,
    `CSV with ${SEPARATOR_NAMES[dialect.separator]} between its cells`,
    (columns ?? []).flatMap(({ token }) => token ?? []),
  );
}

/** The problem that is reported when a file contains candles and the client did not name their token. */
const NO_CANDLES: CellProblem = {
  code: 'candles',
  message: 'This is a file of candles, which does not name its token: expected a file with a column for each token',
};

/** Whether the first column of a CSV file contains times: either the times of price rows or the open times of candles. */
function isOpenTime(name = ''): boolean {
  return isTimeName(name.trim()) || /^open[ _]?time$/i.test(name.trim());
}

function readCandleRow(
  { line, cells, isBroken }: CsvRow,
  path: string,
  { candles, candleTokens }: { readonly candles: CandleColumns; readonly candleTokens: CandleTokens | CellProblem },
  collector: HistoryCollector,
): void {
  if ('code' in candleTokens) return;
  const inLine: Place = { path, words: `line ${line}` };
  if (isBroken) collector.problem(inLine, brokenQuotes());
  else if (cells.length !== candles.cells) {
    const message = `Expected ${candles.cells} cells, as in the first line of these ${candles.format}; there are ${cells.length}`;
    collector.problem(inLine, { code: 'wrong-columns', message });
  } else {
    const placeOf = (column: number) => ({ path, words: `line ${line}, column ${column + 1}` });
    readCandle(cells, candles, candleTokens, { collector, placeOf });
  }
}

function columnsOf({ line, cells, isBroken }: CsvRow, path: string, nameOf: NameReader, collector: HistoryCollector): readonly Column[] {
  const inLine: Place = { path, words: `line ${line}` };
  const [timeName = '', ...names] = cells.map((cell) => cell.trim());
  if (isBroken) collector.end(inLine, brokenQuotes());
  else if (!isTimeName(timeName)) collector.end(inLine, invalidHeader(whyNoHeader(timeName, names)));
  else if (names.every((name) => name === '')) collector.end(inLine, invalidHeader('No token column follows the time column'));
  const seen = new Map<string, string>();
  return names.map((name, index): Column => {
    if (collector.isFull() || name === '') return { name, token: null };
    const words = placeOf(index + 2, name);
    const place: Place = { path, words: `line ${line}, ${words}` };
    const read = nameOf(name);
    if ('code' in read) {
      const isTime = isTimeName(name);
      collector.problem(
        place,
        isTime ? { code: read.code, message: `${read.message}; write a date and its time of day in one cell, the first` } : read,
      );
      return { name, token: null };
    }
    const other = seen.get(read.token);
    if (other !== undefined) {
      collector.problem(place, {
        code: 'duplicate-token',
        message: `This token is also in ${other}: expected one column for each token`,
      });
      return { name, token: null };
    }
    seen.set(read.token, words);
    return { name, token: read.token };
  });
}

function readRow({ line, cells, isBroken }: CsvRow, path: string, columns: readonly Column[], collector: HistoryCollector): void {
  const inLine: Place = { path, words: `line ${line}` };
  if (isBroken) {
    collector.problem(inLine, brokenQuotes());
    return;
  }
  if (cells.length !== columns.length + 1) {
    const hint =
      cells.length > columns.length + 1 ? '; a cell with a separator in it has quotes around it, without a space before them' : '';
    const message = `Expected ${columns.length + 1} cells, as in the first line; there are ${cells.length}${hint}`;
    collector.problem(inLine, { code: 'wrong-columns', message });
    return;
  }
  const atMs = collector.time(cells[0]?.trim() ?? '', () => ({ path, words: `line ${line}, column 1` }));
  const prices: Record<Address, string> = {};
  for (let index = 0; index < columns.length; index += 1) {
    const text = cells[index + 1]?.trim() ?? '';
    const column = columns[index];
    if (text === '' || column === undefined) continue;
    const { token, name } = column;
    // The name of the column was refused, and that problem has already been reported for the header.
    if (token === null && name !== '') continue;
    const read =
      token === null ? { code: 'column-without-name', message: `${shown(text)} is in a column without a token` } : readPriceCell(text);
    if ('code' in read) collector.problem({ path, words: `line ${line}, ${placeOf(index + 2, name)}` }, read);
    else if (token !== null) prices[token] = read.price;
  }
  if (atMs !== null) collector.row({ atMs, prices });
}

/** Whether a row is empty: it has neither a time nor a price. */
function isBlank(cells: readonly string[]): boolean {
  return (cells[0] ?? '').trim() === '' && cells.every((cell) => cell.trim() === '');
}

function isTimeName(name: string): boolean {
  const plain = name
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .replace(/ ?\(?(?:utc|gmt)\)?$/, '');
  return TIME_NAMES.includes(plain) || (plain === '' && name !== '');
}

function whyNoHeader(timeName: string, names: readonly string[]): string {
  if ('atMs' in readTimeCell(timeName)) return 'The first line is a row of data';
  if (names.some(isTimeName)) return 'The time is not in the first column';
  return `${shown(timeName)} is not a name for the time column`;
}

function invalidHeader(why: string) {
  return {
    code: 'invalid-header',
    message:
      `${why}: expected a first line such as "time,WETH,USDC" (the time and then a token for each price), "time,open,high,low,close", or ` +
      'the 12 columns of a Binance kline file',
  };
}

function brokenQuotes() {
  const message = 'The quotes are not balanced: expected quotes around a whole cell, and doubled quotes within it';
  return { code: 'invalid-quotes', message };
}

function placeOf(column: number, name: string): string {
  return name === '' ? `column ${column}` : `column ${column} (${shown(name).slice(1, -1)})`;
}
