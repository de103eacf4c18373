import { describe, expect, test } from 'bun:test';
import { candleTokensOf, mergedHistory } from '../../../../../src/features/autopilot/backtest/merge-histories.ts';
import { readCsvHistory } from '../../../../../src/features/autopilot/backtest/read-csv-history.ts';
import { readJsonHistory } from '../../../../../src/features/autopilot/backtest/read-json-history.ts';
import { firstWords, PATH, problemsOf, TOKENS, USDC, WETH } from './history-fixture.ts';

const tokens = { token: WETH, budgetToken: USDC };
const csv = (text: string) => readCsvHistory(text, TOKENS, PATH, tokens);
const json = (document: unknown) => readJsonHistory(document, TOKENS, PATH, tokens);
const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2025, 0, 1);

function kline(openTime: number, close: string, closeTime: number): (string | number)[] {
  return [openTime, '2000.5', '2100.00', '1900.00', close, '12.5', closeTime, '25000', 100, '6', '12000', '0'];
}

describe('files of candles', () => {
  test('OHLC: the close price counts from the end of the candle, whose length is the usual distance; other columns are not read', async () => {
    const history = await csv(
      'Time,Open,High,Low,Close,Volume\n2025-01-01T00:00:00Z,2000,2100,1900,2050,x\n2025-01-01T01:00:00Z,2050,2060,2040,2055.5,\n2025-01-01T02:00:00Z,2055,2060,2040,2044,1\n2025-01-01T05:00:00Z,2055,2060,2040,2044,1\n',
    );
    expect(history.rows.slice(0, 2)).toEqual([
      { atMs: T0 + HOUR_MS, prices: { [WETH]: '2050', [USDC]: '1' } },
      { atMs: T0 + 2 * HOUR_MS, prices: { [WETH]: '2055.5', [USDC]: '1' } },
    ]);
    expect(history.rows.at(-1)?.atMs).toBe(T0 + 6 * HOUR_MS);
    expect(history.readAs).toBe(
      'CSV with commas between its cells; times with a zone; OHLC candles of 3600 seconds, each with its close price at its end',
    );
  });

  test('Binance klines: without a header, with one, in milliseconds and in microseconds, as CSV and as JSON, mean the same', async () => {
    const rows = [0, 1, 2].map((index) => kline(T0 + index * HOUR_MS, `20${index}0.25`, T0 + (index + 1) * HOUR_MS - 1));
    const micros = rows.map(([open, ...rest]) => [Number(open) * 1_000, ...rest.slice(0, 5), `${rest[5]}999`, ...rest.slice(6)]);
    const text = rows.map((row) => row.join(',')).join('\n');
    const header = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore';
    const expected = [0, 1, 2].map((index) => ({
      atMs: T0 + (index + 1) * HOUR_MS,
      prices: { [WETH]: `20${index}0.25`, [USDC]: '1' },
    }));
    for (const history of [
      csv(text),
      csv(`${header}\n${text}`),
      csv(micros.map((row) => row.join(',')).join('\n')),
      json(rows),
      json(micros),
    ])
      expect((await history).rows).toEqual(expected);
  });

  test('what is wrong is named with its line and column, and what is accepted', async () => {
    const head = 'time,open,high,low,close\n';
    expect(await firstWords(csv(`${head}2025-01-01,2,1,1,2\n2025-01-02,2,3,1,2`))).toStartWith(
      "invalid-candle: line 2, column 3: The candle's open 2, high 1, low 1 and close 2 are inconsistent",
    );
    expect(await firstWords(csv(`${head}2025-01-01,2,3,1,x\n2025-01-02,2,3,1,2`))).toStartWith(
      'invalid-price: line 2, column 5: "x" is not',
    );
    expect(await firstWords(csv(`${head}2025-01-01,2,3,1\n`))).toStartWith('wrong-columns: line 2: Expected 5 cells');
    expect(await firstWords(csv(`${head}2025-01-02,2,3,1,2\n2025-01-02,2,3,1,2`))).toStartWith('duplicate-time: line 3, column 1:');
    const [first, second] = [kline(T0, '2000', T0 - 5), kline(T0 + 1, '2000', T0 + 7)];
    expect(await firstWords(csv(`${first.join(',')}\n${second.join(',')}`))).toStartWith('invalid-candle: line 1, column 7:');
    expect((await problemsOf(json([kline(T0, '2000', T0 + 1), [1, 2]])))[0]).toMatchObject({
      path: 'body.prices.1',
      code: 'wrong-columns',
    });
    expect(await firstWords(json([[1, 2, 3]]))).toStartWith('invalid-row: Expected klines: arrays of 12 values');
    expect(await firstWords(csv('price\n1'))).toContain('"time,open,high,low,close"');
  });

  test('their token is the one that is named, or the only one; files of several tokens are merged by time', async () => {
    const [weth, usdc, ...others] = TOKENS;
    expect(candleTokensOf(undefined, [weth, usdc] as never, USDC)).toEqual(tokens);
    expect(candleTokensOf('weth', TOKENS, USDC)).toEqual(tokens);
    expect(candleTokensOf('nope', TOKENS, USDC)).toMatchObject({ code: 'unknown-token' });
    expect(candleTokensOf(undefined, TOKENS, USDC)).toMatchObject({ code: 'candles-of-which-token' });
    const other = others[0]?.address ?? WETH;
    const one = { tokens: [WETH, USDC], rows: [{ atMs: 1, prices: { [WETH]: '5', [USDC]: '1' } }], readAs: 'a' };
    const two = { tokens: [other, USDC], rows: [0, 1].map((atMs) => ({ atMs, prices: { [other]: '7', [USDC]: '1' } })), readAs: 'a' };
    expect(mergedHistory([one, two])).toEqual({
      tokens: [WETH, USDC, other],
      rows: [
        { atMs: 0, prices: { [other]: '7', [USDC]: '1' } },
        { atMs: 1, prices: { [WETH]: '5', [USDC]: '1', [other]: '7' } },
      ],
      readAs: 'a',
    });
  });
});
