import { seededRandom } from '../../../../../src/test-kit/seeded-random.ts';
import { TOKENS, USDC, WETH } from './history-fixture.ts';

export type MadeUpRow = { readonly atMs: number; readonly prices: Readonly<Record<string, string>> };

/**
 * A random price table in one of the many formats that people use. `lines[i]` is the line number of `rows[i]`; the cells are texts exactly
 * as in the file.
 */
export type MadeUpTable = {
  readonly rows: readonly MadeUpRow[];
  readonly header: readonly string[];
  readonly cells: readonly (readonly string[])[];
  readonly lines: readonly number[];
  readonly write: (header: readonly string[], cells: readonly (readonly string[])[]) => string;
};

type Random = { readonly next: () => number; readonly below: (most: number) => number; readonly one: <T>(of: readonly T[]) => T };

const TIME_NAMES = ['time', 'Time', 'TIMESTAMP', 'date', 'Date_Time', 'unix timestamp', 'Date (UTC)', 'datetime'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (number: number) => String(number).padStart(2, '0');

export function madeUpTable(seed: number): MadeUpTable {
  const random = randomOf(seed);
  const columns = random.one([[WETH], [USDC, WETH], [WETH, USDC]]);
  const rows = rowsOf(random, columns);
  const writeTime = timeWriter(random);
  const writePrice = priceWriter(random);
  const nameOf = (token: string) => random.one([token, token.toUpperCase(), symbolOf(token), symbolOf(token).toLowerCase()]);
  const header = [random.one(TIME_NAMES), ...columns.map(nameOf)];
  const cells = rows.map(({ atMs, prices }) => [
    writeTime(atMs),
    ...columns.map((token) => (token in prices ? writePrice(prices[token] ?? '') : '')),
  ]);
  const { write, lines } = writer(random, rows.length);
  return { rows, header, cells, lines, write };
}

function randomOf(seed: number): Random {
  const next = seededRandom(seed);
  const below = (most: number) => Math.floor(next() * most);
  const one = <T>(of: readonly T[]): T => {
    const chosen = of[below(of.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  };
  return { next, below, one };
}

function rowsOf(random: Random, columns: readonly string[]): readonly MadeUpRow[] {
  // The times are whole days, so that a format without a time of day can express them too.
  let atMs = Date.UTC(2015 + random.below(20), random.below(12), 1 + random.below(28));
  return Array.from({ length: 2 + random.below(30) }, () => {
    atMs += 86_400_000 * (1 + random.below(3));
    const priced = columns.filter(() => random.next() < 0.8);
    return { atMs, prices: Object.fromEntries(priced.map((token) => [token, priceOf(random)])) };
  });
}

function priceOf(random: Random): string {
  const whole = random.one(['0', '1', '12', '999', '1234', '64250', '1234567']);
  const fraction = Array.from({ length: random.below(20) }, () => random.below(10)).join('');
  return /[1-9]/.test(whole + fraction) ? (fraction === '' ? whole : `${whole}.${fraction}`) : `${whole}.1`;
}

function timeWriter(random: Random): (atMs: number) => string {
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return random.one<(atMs: number) => string>([
    iso,
    (atMs) => iso(atMs).slice(0, 10),
    (atMs) => iso(atMs).slice(0, 16).replace('T', ' '),
    (atMs) => `${iso(atMs + 5.5 * 3_600_000).slice(0, 19)}+05:30`,
    (atMs) => iso(atMs).slice(0, 10).replaceAll('-', '/'),
    (atMs) => String(atMs / 1_000),
    (atMs) => `${atMs / 1_000}.000`,
    (atMs) => String(atMs),
    (atMs) => `${atMs}000`,
    (atMs) => `${atMs}000000`,
    (atMs) => `${MONTHS[new Date(atMs).getUTCMonth()]} ${pad(new Date(atMs).getUTCDate())}, ${new Date(atMs).getUTCFullYear()}`,
    (atMs) => `${new Date(atMs).getUTCDate()}-${MONTHS[new Date(atMs).getUTCMonth()]}-${new Date(atMs).getUTCFullYear()}`,
  ]);
}

/** Formats the prices. The thousands separator is omitted when a single comma before the last three digits would be ambiguous. */
function priceWriter(random: Random): (price: string) => string {
  const separator = random.one([null, null, ',', ' ', "'", '\u00A0']);
  return (price) => {
    const [whole = '', fraction] = price.split('.');
    const grouped = separator === null ? whole : whole.replace(/\B(?=(\d{3})+$)/g, separator);
    const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
    const written = /^\d{1,3},\d{3}$/.test(text) ? price : text;
    return random.next() < 0.2 ? `$${written}` : written;
  };
}

function writer(random: Random, count: number): Pick<MadeUpTable, 'write' | 'lines'> {
  const separator = random.one([',', ';', '\t']);
  const end = random.one(['\n', '\r\n', '\r']);
  const mark = random.one(['', '\uFEFF']);
  const quoteShare = random.one([0, 0.5, 1]);
  const told = random.one([null, null, `sep=${separator}`]);
  const blanks = Array.from({ length: count + 1 }, () => random.next() < 0.1);
  const tail = random.one(['', end, `${end}${end}`, `${end}${separator}${separator}${end}`]);
  // Whether a cell is quoted is decided once for each cell, so that writing the same table twice results in the same text.
  const quoted = Array.from({ length: (count + 1) * 4 }, () => random.next() < quoteShare);
  const before = (told === null ? 0 : 1) + (blanks[0] ? 1 : 0) + 1;
  const lines = blanks.slice(1).map((_, index) => before + index + 1 + blanks.slice(1, index + 2).filter(Boolean).length);
  const cellOf = (cell: string, at: number) => (quoted[at] || /[,;\t"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return {
    lines,
    write(header, cells) {
      const written = [header, ...cells].map((row, index) => {
        const line = row.map((cell, column) => cellOf(cell, index * 4 + column)).join(separator);
        return blanks[index] ? `${end}${line}` : line;
      });
      return `${mark}${told === null ? '' : `${told}${end}`}${written.join(end)}${tail}`;
    },
  };
}

function symbolOf(token: string): string {
  return TOKENS.find(({ address }) => address === token)?.symbol ?? '';
}
