import { describe, expect, test } from 'bun:test';
import { firstWords, PATH, problemsOf, readCsv, USDC, WETH } from './history-fixture.ts';

const AT = Date.UTC(2024, 0, 31, 12);
const table = (...lines: readonly string[]) => lines.join('\n');
const row = (cell: string, time = '2024-01-31T12:00:00Z') => table('time,WETH', `${time},${cell}`, '2024-01-31T12:01:00Z,1');
const prices = async (text: string) => (await readCsv(text)).rows.map((one) => one.prices[WETH]);
const times = async (text: string) => (await readCsv(text)).rows.map(({ atMs }) => atMs);

describe('a table of prices is read', () => {
  const plain = [
    { atMs: AT, prices: { [WETH]: '2345.67', [USDC]: '1' } },
    { atMs: AT + 60_000, prices: { [WETH]: '2346' } },
  ];
  const lines = ['time,WETH,USDC', '2024-01-31T12:00:00Z,2345.67,1', '2024-01-31T12:01:00Z,2346,'];

  test.each([
    ['with plain ends of lines', lines.join('\n')],
    ['with those of Windows', `${lines.join('\r\n')}\r\n`],
    ['with those of old Macs', lines.join('\r')],
    ['with a byte order mark', `\uFEFF${lines.join('\n')}`],
    ['with semicolons', lines.join('\n').replaceAll(',', ';')],
    ['with tabs', lines.join('\n').replaceAll(',', '\t')],
    ['with what a spreadsheet says of its separator', `sep=;\r\n${lines.join('\r\n').replaceAll(',', ';')}`],
    ['with every cell in quotes', lines.map((line) => line.replace(/[^,]+/g, '"$&"')).join('\n')],
    ['with spaces around cells', lines.join('\n').replaceAll(',', ' , ')],
    ['with empty lines, and lines of separators', `\n\n${lines.join('\n\n')}\n,,\n,,\n\n`],
    ['with nothing in a column without a name', lines.map((line) => `${line},`).join('\n')],
    ['with names in another case', lines.join('\n').replace('time,WETH,USDC', ' Timestamp (UTC),weth,Usdc')],
    ['with addresses in any case', lines.join('\n').replace('WETH,USDC', `${WETH.toUpperCase()},${USDC}`)],
    ['with separators and ends of lines within quotes', lines.join('\r\n').replace('WETH', '"\r\nWETH\r\n"')],
  ])('%s', async (_, text) => {
    expect((await readCsv(text)).rows).toEqual(plain);
  });

  test.each([
    ['8.5e-7', '0.00000085'],
    ['8.50E-07', '0.000000850'],
    ['1.5e3', '1500'],
    ['.5', '0.5'],
    ['$2345.67', '2345.67'],
    ['"1,234.56"', '1234.56'],
    ['"$1,234,567"', '1234567'],
    ['1 234.5', '1234.5'],
    ["1'234'567", '1234567'],
    ['1\u202f234', '1234'],
    ['0.123456789012345678901234567890', '0.123456789012345678901234567890'],
  ])('the price %s', async (cell, price) => {
    expect((await prices(row(cell)))[0]).toBe(price);
  });

  test.each([
    ['2024-01-31', Date.UTC(2024, 0, 31)],
    ['2024-01-31 12:00', AT],
    ['2024-01-31T12:00:00.250Z', AT + 250],
    ['2024-01-31T13:30:00+01:30', AT],
    ['2024-01-31 07:00:00-0500', AT],
    ['2024-01-31 12:00:00 UTC', AT],
    ['2024/1/31 12:00', AT],
    ['1706702400', AT],
    ['1706702400.5', AT + 500],
    ['1706702400000', AT],
    ['1706702400000000', AT],
    ['1706702400000000000', AT],
    ['"Jan 31, 2024"', Date.UTC(2024, 0, 31)],
    ['31 January 2024 12:00', AT],
    ['31-Jan-2024', Date.UTC(2024, 0, 31)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('the time %s', async (time, atMs) => {
    const later = time.startsWith('1706') ? time.replace('1706', '1806') : time.replace('2024', '2028');
    expect((await times(table('time,WETH', `${time},1`, `${later},1`)))[0]).toBe(atMs);
  });

  test('and the reply says how it was read', async () => {
    expect((await readCsv(lines.join('\n'))).readAs).toBe('CSV with commas between its cells; times with a zone');
    expect((await readCsv('time;WETH\n1706702400000;1\n1706702460000;1')).readAs).toBe(
      'CSV with semicolons between its cells; unix milliseconds',
    );
  });
});

describe('an ambiguous cell is refused, with its line, its column and what is accepted', () => {
  test.each([
    ['"1,234"', 'ambiguous-price: line 2, column 2 (WETH): "1,234" may be 1234 or 1.234: write it without the comma, or with a point.'],
    [
      '"8,5e-7"',
      'invalid-price: line 2, column 2 (WETH): "8,5e-7" has a decimal comma: write a decimal point, and no thousands separators.',
    ],
    [
      '"2 000,5"',
      'invalid-price: line 2, column 2 (WETH): "2 000,5" has a decimal comma: write a decimal point, and no thousands separators.',
    ],
    ['"0,123"', 'invalid-price: line 2, column 2 (WETH): "0,123" has a decimal comma: write a decimal point, and no thousands separators.'],
    [
      '"1.234,56"',
      'invalid-price: line 2, column 2 (WETH): "1.234,56" has a decimal comma: write a decimal point, and no thousands separators.',
    ],
    ['1.234.567', 'has more than one point'],
    ['"12,34,567"', 'has separators that do not separate thousands'],
    ['007', 'has a leading zero'],
    ['-1', 'is below 0'],
    ['(1.5)', 'is below 0'],
    ['0', 'it is not above 0'],
    ['0.000', 'it is not above 0'],
    ['NaN', 'leave the cell empty when there is no price'],
    ['N/A', 'leave the cell empty when there is no price'],
    ['-', 'leave the cell empty when there is no price'],
    ['null', 'leave the cell empty when there is no price'],
    ['Infinity', 'is not a price'],
    ['12%', 'is not a price'],
    ['0x10', 'is not a price'],
    ['1e999', 'has more than 30 digits'],
    ['\u0661', 'is not a price'],
    ['\uff11', 'is not a price'],
    [' "5"', 'is not a price'],
  ])('the price %s', async (cell, words) => {
    expect(await firstWords(readCsv(row(cell)))).toContain(words);
  });

  test.each([
    ['01/02/2024', 'invalid-time: line 2, column 1: "01/02/2024" may begin with its day or its month: write dates such as 2024-01-31.'],
    ['13/02/2024', 'does not begin with its year'],
    ['01-02-24', 'may begin with its day or its month'],
    ['2024-02-30', 'no-such-time: line 2, column 1: "2024-02-30" is not a time: February 2024 has no day 30.'],
    ['2023-02-29', 'February 2023 has no day 29'],
    ['2024-13-01', 'there is no month 13'],
    ['2024-00-10', 'there is no month 0'],
    ['2024-01-31T24:00:00Z', 'midnight is 00:00 of the next day'],
    ['2024-01-31T12:60:00Z', 'there is no minute 60'],
    ['2024-01-31T12:00:60Z', 'leap seconds are not accepted'],
    ['2024-01-31T12:00:00+15:00', 'more than 14 hours from UTC'],
    ['2024-01-31 01:00 PM', 'uses a 12-hour clock'],
    ['20240131', 'write 2024-01-31'],
    ['45322', "spreadsheet's number for a day"],
    ['1.7067E+12', 'lost its last digits'],
    ['1706', 'is not a time'],
    ['Total', 'is not a time'],
    ['', 'is not a time'],
    ['2024-01-31T12:00:00 CET', 'is not a time'],
    ['Feb 30, 2024'.replace(',', ''), 'February 2024 has no day 30'],
    ['\u0662\u0660\u0662\u0664-01-31', 'is not a time'],
  ])('the time %s', async (time, words) => {
    expect(await firstWords(readCsv(row('1', time)))).toContain(words);
  });

  test.each([
    ['', 'The text is empty'],
    ['WETH,time\n1,2024-01-31', 'The time is not in the first column'],
    ['2024-01-31,1\n2024-02-01,1', 'The first line is a row of data'],
    ['open,WETH\n1,1', '"open" is not a name for the time column'],
    ['time\n2024-01-31\n', 'No token column follows the time column'],
    ['time;WETH,USDC\n', 'ambiguous-separator'],
    ['time|WETH\n1|1', 'invalid-header'],
    ['date,time,WETH\n', 'write a date and its time of day in one cell'],
    [
      'time,WET\n',
      'unknown-token: line 1, column 2 (WET): "WET" is not a token of the policy: expected WETH, USDC, DUP, dup, or an address.',
    ],
    ['time,Open,High\n', '"Open" is not a token of the policy'],
    ['time,DUP\n', 'ambiguous-token: line 1, column 2 (DUP): "DUP" is the symbol of 2 tokens of the policy'],
    [`time,${WETH.replace('c1c1', 'c1c2')}\n`, `the nearest is ${WETH} (WETH), one digit off`],
    [`time,${WETH.slice(0, -1)}\n`, `the nearest is ${WETH} (WETH), of another length`],
    [`time,0x${'9'.repeat(40)}\n`, 'the nearest is'],
    [
      'time,WETH,weth\n',
      'duplicate-token: line 1, column 3 (weth): This token is also in column 2 (WETH): expected one column for each token.',
    ],
    [`time,WETH,${WETH.toUpperCase()}\n`, 'duplicate-token'],
    [`time,${USDC},USDC\n`, 'duplicate-token'],
    ['PK\u0003\u0004\u0000', 'a spreadsheet or a ZIP archive'],
    ['t\0i\0m\0e\0', 'UTF-16'],
    ['<!DOCTYPE html><html>', 'an HTML page or XML'],
    ['[{"time": 1}]', 'JSON'],
  ])('the table %j', async (text, words) => {
    expect(await firstWords(readCsv(text))).toContain(words);
  });

  test.each([
    ['a row with a cell too few', '2024-01-31,1', 'wrong-columns: line 2: Expected 3 cells, as in the first line; there are 2.'],
    ['a row with a cell too many', '2024-01-31,1,234,1', 'there are 4; a cell with a separator in it has quotes around it'],
    ['a footer', 'Source: somewhere,,', 'invalid-time: line 2, column 1'],
    ['a comment', '# made by hand', 'wrong-columns: line 2'],
    ['a quote that is no quote', '"2024"-01-31,1,1', 'invalid-quotes: line 2'],
    ['an open quote at the end', '2024-01-31,1,"1', 'invalid-quotes: line 2'],
  ])('%s', async (_, line, words) => {
    expect(await firstWords(readCsv(`time,WETH,USDC\n${line}`))).toContain(words);
  });

  test('a price under no token', async () => {
    expect(await firstWords(readCsv('time,WETH,\n2024-01-31,1,2\n2024-02-01,1,'))).toBe(
      'column-without-name: line 2, column 3: "2" is in a column without a token.',
    );
  });

  test('rows out of order, twice, from new to old, and in two units of time', async () => {
    const of = (...all: readonly string[]) => firstWords(readCsv(table('time,WETH', ...all.map((time) => `${time},1`))));
    expect(await of('2024-01-01', '2024-01-03', '2024-01-02')).toContain(
      'not-in-order: line 4, column 1: "2024-01-02" comes before "2024-01-03"',
    );
    expect(await of('2024-01-01', '2024-01-01')).toContain(
      'duplicate-time: line 3, column 1: "2024-01-01" is the same time as "2024-01-01"',
    );
    expect(await of('2024-01-03', '2024-01-02', '2024-01-01')).toContain('seems to be ordered from new to old');
    expect(await problemsOf(readCsv(table('time,WETH', '2024-01-03,1', '2024-01-02,1', '2024-01-01,1')))).toHaveLength(1);
    expect(await of('1706702400', '1706702460000')).toContain(
      'was read as unix milliseconds, but the earlier times were read as unix seconds',
    );
    expect(await of('2024-01-01T00:00', '2024-01-01T01:00Z')).toContain(
      'was read as times with a zone, but the earlier times were read as times in UTC',
    );
  });

  test('lines are counted through quoted ends of lines, and through every way to end one', async () => {
    expect(await firstWords(readCsv('"time\r\n","\nWETH"\r\n\r\n2024-01-31,x\r\n'))).toContain('line 5, column 2 (WETH)');
    expect(await firstWords(readCsv('time,WETH\r2024-01-31,1\r2024-02-01,x'))).toContain('line 3, column 2');
  });

  test('at most twenty problems are listed, with a note that there may be more', async () => {
    const problems = await problemsOf(readCsv(`time,WETH\n${'2024-01-31,x\n'.repeat(50_000)}`));
    expect(problems).toHaveLength(21);
    expect(new Set(problems.map(({ path }) => path))).toEqual(new Set([PATH]));
    expect(problems.at(-1)).toMatchObject({ code: 'more-problems' });
  });

  test('a quote that is never closed ends the reading', async () => {
    const text = `time,WETH\n2024-01-31,"1\n${'2024-02-01,1\n'.repeat(100_000)}`;
    expect(await problemsOf(readCsv(text))).toEqual([
      expect.objectContaining({ code: 'line-too-long', message: expect.stringContaining('line 2') }),
    ]);
  });
});
