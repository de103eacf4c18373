import { describe, expect, test } from 'bun:test';
import { seededRandom } from '../../../../../src/test-kit/seeded-random.ts';
import { hasAllCases, testSeed } from '../../../../support/which-cases.ts';
import { problemsOf, readCsv, USDC, WETH } from './history-fixture.ts';
import { type MadeUpTable, madeUpTable } from './made-up-table.ts';

// 300 fixed seeds, and further ones that are derived from the seed of this run.
const SEEDS = [
  ...Array.from({ length: 300 }, (_, at) => at + 1),
  ...Array.from({ length: hasAllCases ? 1_000 : 20 }, (_, at) => 1_000 * (1 + testSeed) + at),
];

const UNREADABLE_PRICES = [
  '1,234',
  '12,345',
  '0,5',
  '1.234,56',
  '1.234.567',
  '12,34,567',
  '1,23',
  '-5',
  '+5',
  '0',
  '00.5',
  'NaN',
  'N/A',
  '-',
  'Infinity',
  '1e400',
  '0x1f',
  '5 %',
  '\u0661\u0662',
  '1..2',
  '1.2.3',
  '5.',
  'five',
  '1 23',
  "1'23",
  '1_000',
  '$',
  '1e',
  'e5',
  '#REF!',
  '\u20ac5',
];
const UNREADABLE_TIMES = [
  '01/02/2024',
  '13/02/2024',
  '02-01-2024',
  '1.2.2024',
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '2024-04-31',
  '2024-06-01T24:00',
  '2024-06-01T12:60',
  '2024-06-01 1:00 PM',
  '20240601',
  '45444.5',
  '1.71E+09',
  '12:00',
  'yesterday',
  '2024',
  '2024-06',
  '-1717200000',
  'Jun 31, 2024',
  '2024-06-01T12:00+25:00',
  '0x665a3000',
  '',
];

describe('any table in any supported format', () => {
  test('is read as it was written', async () => {
    for (const seed of SEEDS) {
      const { rows, header, cells, write } = madeUpTable(seed);
      expect((await readCsv(write(header, cells))).rows, `seed ${seed}`).toEqual([...rows]);
    }
  });

  test('is refused at the cell that is ambiguous or invalid', async () => {
    for (const seed of SEEDS) {
      const table = madeUpTable(seed);
      const random = seededRandom(seed + 1);
      const at = Math.floor(random() * table.cells.length);
      const column = Math.floor(random() * table.header.length);
      const bad = column === 0 ? UNREADABLE_TIMES : UNREADABLE_PRICES;
      const text = bad[Math.floor(random() * bad.length)] ?? '';
      const cells = table.cells.map((row, index) => (index === at ? row.map((cell, other) => (other === column ? text : cell)) : row));
      // If all cells of the row are empty now, it is an empty line. The reader skips empty lines and reports no problem, so this case is
      // skipped.
      if (cells[at]?.every((cell) => cell === '')) continue;
      const [first] = await problemsOf(readCsv(table.write(table.header, cells)));
      expect(first?.message ?? 'read', `seed ${seed}, ${text}`).toStartWith(`line ${table.lines[at]}, column ${column + 1}`);
    }
  });

  const changes: readonly (readonly [what: string, codes: readonly string[], change: (table: MadeUpTable, at: number) => string])[] = [
    ['two rows change places', ['not-in-order'], ({ header, cells, write }, at) => write(header, swapped(cells, at))],
    [
      'a row stands there twice',
      ['duplicate-time'],
      ({ header, cells, write }, at) => write(header, [...cells.slice(0, at + 1), ...cells.slice(at)]),
    ],
    [
      'a cell is missing',
      ['wrong-columns'],
      ({ header, cells, write }, at) =>
        write(
          header,
          cells.map((row, index) => (index === at ? row.slice(0, -1) : row)),
        ),
    ],
    [
      'there is a cell too many',
      ['wrong-columns'],
      ({ header, cells, write }, at) =>
        write(
          header,
          cells.map((row, index) => (index === at ? [...row, '1'] : row)),
        ),
    ],
    [
      'a token has two columns',
      ['duplicate-token'],
      ({ header, cells, write }) =>
        write(
          [...header, header[1] ?? ''],
          cells.map((row) => [...row, '1']),
        ),
    ],
    [
      'an address is a digit off',
      ['unknown-token'],
      ({ header, cells, write }, at) => write([header[0] ?? '', offByOne(at), ...header.slice(2)], cells),
    ],
    ['there is no header', ['invalid-header'], ({ cells, write }) => write(cells[0] ?? [], cells)],
    [
      'one time is in another unit',
      ['mixed-times', 'invalid-time'],
      ({ header, cells, rows, write }, at) =>
        write(
          header,
          cells.map((row, index) => (index === at ? [otherUnit(row[0] ?? '', rows[at]?.atMs ?? 0), ...row.slice(1)] : row)),
        ),
    ],
  ];
  test.each(changes)('is refused when %s', async (_, codes, change) => {
    for (const seed of SEEDS) {
      const table = madeUpTable(seed);
      const at = 1 + (seed % (table.cells.length - 1));
      const problems = await problemsOf(readCsv(change(table, at)));
      expect(problems.length, `seed ${seed}`).toBeGreaterThan(0);
      expect(codes, `seed ${seed}: ${problems[0]?.message}`).toContain(problems[0]?.code ?? 'read');
    }
  });
});

function swapped<T>(all: readonly T[], at: number): readonly T[] {
  const [one, other] = [all[at - 1], all[at]];
  return all
    .map((each, index) => (index === at - 1 ? other : index === at ? one : each))
    .flatMap((each) => (each === undefined ? [] : [each]));
}

function offByOne(at: number): string {
  const place = 2 + (at % 40);
  const token = at % 2 === 0 ? WETH : USDC;
  return `${token.slice(0, place)}${token[place] === '0' ? '1' : '0'}${token.slice(place + 1)}`;
}

function otherUnit(text: string, atMs: number): string {
  return /^[0-9]{13}$/.test(text) ? String(atMs / 1_000) : String(atMs);
}
