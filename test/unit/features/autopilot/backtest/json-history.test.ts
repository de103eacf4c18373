import { describe, expect, test } from 'bun:test';
import { parseExactJson } from '../../../../../src/values/exact-json.ts';
import { firstWords, problemsOf, readJson, USDC, WETH } from './history-fixture.ts';

const row = (text: string) => parseExactJson(`[{"time": 1706702400, "prices": {"WETH": ${text}}}, {"time": 1706702460, "prices": {}}]`);

describe('rows of prices', () => {
  test.each([
    ['8.5e-7', '0.00000085'],
    ['"8.5e-7"', '0.00000085'],
    ['1.10', '1.10'],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['1e3', '1000'],
    ['2000', '2000'],
  ])('take %s with its digits', async (text, price) => {
    expect((await readJson(row(text))).rows[0]?.prices).toEqual({ [WETH]: price });
  });

  test.each(['null', '""', '" "'])('take %s for no price', async (text) => {
    expect((await readJson(row(text))).rows[0]?.prices).toEqual({});
  });

  test.each([
    ['true', 'invalid-price: Expected a price as a string or a number, or null.'],
    ['{}', 'invalid-price'],
    ['-1', 'is below 0'],
    ['0', 'it is not above 0'],
    ['1e999', 'is not a price'],
    ['"1,234"', 'ambiguous-price'],
  ])('refuse %s', async (text, words) => {
    expect(await firstWords(readJson(row(text)))).toContain(words);
  });

  test('every problem has the path of what is wrong', async () => {
    const problems = await problemsOf(
      readJson([
        { time: 1706702400, prices: { WETH: 'x', USDC: 'y' } },
        { time: true, prices: {} },
        { time: 1706702460 },
        { time: 1706702520, prices: { weth: 1, [WETH]: 2, nobody: 3 } },
        { time: '2024-02-30', prices: [] },
      ]),
    );
    expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'body.prices.0.prices.WETH invalid-price',
      'body.prices.0.prices.USDC invalid-price',
      'body.prices.1.time invalid-time',
      'body.prices.2 invalid-row',
      `body.prices.3.prices.${WETH} duplicate-token`,
      'body.prices.3.prices.nobody unknown-token',
      'body.prices.4 invalid-row',
    ]);
  });

  test('times may be numbers, and the reply says how they were read', async () => {
    const history = await readJson([1706702400000, 1706702460000].map((time) => ({ time, prices: { [USDC]: 1 } })));
    expect(history).toMatchObject({ tokens: [USDC], readAs: 'JSON; unix milliseconds' });
    expect(await firstWords(readJson({ prices: [] }))).toContain('Expected an array');
  });
});
