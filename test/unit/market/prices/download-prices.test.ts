import { expect, test } from 'bun:test';
import { readCsvHistory } from '../../../../src/features/autopilot/backtest/read-csv-history.ts';
import { createDefillamaArchive } from '../../../../src/market/prices/history/defillama-history.ts';
import { downloadPrices, type PriceFile } from '../../../../src/market/prices/history/download-prices.ts';
import { asAddress } from '../../../support/branded.ts';

const WETH = asAddress(`0x${'c1'.repeat(20)}`);
const USDC = asAddress(`0x${'b1'.repeat(20)}`);
const T0 = Date.UTC(2025, 0, 1);
const EVERY_MS = 300_000;
const columns = [
  { name: 'WETH', token: WETH },
  { name: 'USDC', token: USDC },
];

function fileOf(start: string | null) {
  const state = { text: start };
  const file: PriceFile = {
    get text() {
      return state.text;
    },
    keep(length) {
      state.text = (state.text ?? '').slice(0, length);
    },
    append(added) {
      state.text = `${state.text ?? ''}${added}`;
    },
  };
  return { file, state };
}

/** A stand-in for DefiLlama. `refusals` are the replies before it answers; WETH has no price from row 3 to row 4. */
function standIn(refusals: (() => Response)[] = []) {
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const url = new URL(request.url);
      asked.push(`${url.pathname.split('/').at(-1)?.split(',').length} ${url.search}`);
      const refusal = refusals.shift();
      if (refusal !== undefined) return refusal();
      const [start, count] = [Number(url.searchParams.get('start')), Number(url.searchParams.get('span'))];
      const pricesOf = (isWeth: boolean) =>
        Array.from({ length: count }, (_, index) => start + index * 300 + 7).flatMap((timestamp) => {
          const row = Math.floor((timestamp * 1_000 - T0) / EVERY_MS);
          return isWeth && (row === 3 || row === 4) ? [] : [{ timestamp, price: isWeth ? 2_000 + row : 1 }];
        });
      return Response.json({
        coins: { [`ethereum:${WETH}`]: { prices: pricesOf(true) }, [`ethereum:${USDC}`]: { prices: pricesOf(false) } },
      });
    },
  });
  const waits: string[] = [];
  const archive = createDefillamaArchive({
    ...{ baseUrl: `http://127.0.0.1:${server.port}`, fetch, chainId: 1, tokens: [WETH, USDC] },
    clock: { now: () => T0 + waits.length * 3_600_000 },
    wait: async (ms, why) => void waits.push(`${ms} ${why}`),
  });
  return { archive, asked, waits, stop: () => server.stop(true) };
}

const given = { columns, fromMs: T0, toMs: T0 + 299 * EVERY_MS, everyMs: EVERY_MS };

test('a download fills the file in batches, says the gaps, and is continued after its last complete row', async () => {
  const { archive, asked, stop } = standIn();
  const { file, state } = fileOf(null);
  expect(await downloadPrices(archive, file, given)).toEqual({
    ...{ rows: 300, resumedAfterMs: null },
    gaps: [{ token: WETH, fromMs: T0 + 3 * EVERY_MS, toMs: T0 + 4 * EVERY_MS }],
  });
  expect(asked).toEqual([
    `2 ?start=${T0 / 1_000}&span=250&period=300s&searchWidth=150s`,
    `2 ?start=${T0 / 1_000 + 250 * 300}&span=50&period=300s&searchWidth=150s`,
  ]);
  const whole = state.text ?? '';
  expect(whole.split('\n').slice(0, 5)).toEqual([
    'time,WETH,USDC',
    ...[
      '2025-01-01T00:00:00.000Z,2000,1',
      '2025-01-01T00:05:00.000Z,2001,1',
      '2025-01-01T00:10:00.000Z,2002,1',
      '2025-01-01T00:15:00.000Z,,1',
    ],
  ]);

  // A backtest reads the file: the row without a price of WETH keeps the other price.
  const tokens = columns.map(({ name, token }) => ({ symbol: name, address: token }));
  const { rows } = await readCsvHistory(whole, tokens, 'prices');
  expect([rows.length, rows[2]?.prices, rows[3]?.prices]).toEqual([300, { [WETH]: '2002', [USDC]: '1' }, { [USDC]: '1' }]);

  const part = fileOf(whole.slice(0, whole.indexOf('2025-01-01T10:00') + 30));
  const again = await downloadPrices(archive, part.file, given);
  expect(again).toMatchObject({ resumedAfterMs: T0 + 119 * EVERY_MS, rows: 180 });
  expect(part.state.text).toBe(whole);
  expect(await downloadPrices(archive, part.file, given)).toMatchObject({ rows: 0 });
  stop();
});

test('a download waits as long as the source asks, tries again after failures that pass, and then gives up with the way to continue', async () => {
  const limited = () => new Response('slow down', { status: 429, headers: { 'retry-after': '17' } });
  const broken = () => new Response('broken', { status: 503 });
  const { archive, waits, stop } = standIn([limited, limited, broken]);
  expect(await downloadPrices(archive, fileOf(null).file, given)).toMatchObject({ rows: 300 });
  expect(waits.map((wait) => wait.split(' ')[0])).toEqual(['17000', '17000', '1000']);
  stop();
  const down = standIn(Array.from({ length: 9 }, () => broken));
  const error = await downloadPrices(down.archive, fileOf(null).file, given).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'no-prices', message: expect.stringContaining('run the same command again to continue') });
  down.stop();
});

test.each([
  ['time,WETH\n', 'its first line is not'],
  ['time,WETH,USDC\nyesterday,1,1\n', 'do not begin with a time'],
  ['time,WETH,USDC\n2025-01-01T00:01:00.000Z,1,1\n', 'do not belong to the range'],
])('a file that is not an earlier part of the download is left as it is: %p', async (text, why) => {
  const { archive, stop } = standIn();
  const { file, state } = fileOf(text);
  const error = await downloadPrices(archive, file, given).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'other-file', message: expect.stringContaining(why) });
  expect(state.text).toBe(text);
  stop();
});

test('a chain that the source does not have is refused', () => {
  const deps = { baseUrl: 'http://127.0.0.1:1', fetch, clock: { now: () => 0 }, wait: async () => undefined, tokens: [WETH] };
  expect(() => createDefillamaArchive({ ...deps, chainId: 31337 })).toThrow('DefiLlama has no prices of chain 31337.');
});
