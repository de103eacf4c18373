import { expect, test } from 'bun:test';
import { createCurrencyRoutes } from '../../../../src/features/market-data/currency-routes.ts';
import { createMarketDataRoutes } from '../../../../src/features/market-data/market-data-routes.ts';
import { createFiatRates } from '../../../../src/market/prices/fiat-rates.ts';
import type { PriceAnswer } from '../../../../src/market/prices/price.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { startTestServer } from '../../http/start-test-server.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const AT = new Date(NOW).toISOString();
const MINUTE = 60_000;
const WETH = parseAddress(`0x${'ee'.repeat(20)}`);
const RATES = {
  rates: {
    ...{
      btc: { name: 'Bitcoin', unit: 'BTC', value: 1, type: 'crypto' },
      usd: { name: 'US Dollar', unit: '$', value: 100_000, type: 'fiat' },
    },
    ...{
      eur: { name: 'Euro', unit: '€', value: 92_000, type: 'fiat' },
      idr: { name: 'Rupiah', unit: 'Rp', value: 1_625_000_000, type: 'fiat' },
    },
    ...{
      kwd: { name: 'Dinar', unit: 'KWD', value: 30_712.3456789, type: 'fiat' },
      xau: { name: 'Gold', unit: 'XAU', value: 24, type: 'commodity' },
    },
  },
};

function startRates() {
  const clock = { ms: NOW, now: () => clock.ms };
  const replies: (() => Response | Promise<Response>)[] = [];
  const asked: string[] = [];
  const fiatRates = createFiatRates({
    ...{ baseUrl: 'https://pro-api.coingecko.com/api/v3', apiKey: 'key', clock, log: silentLog, timeoutMs: 50 },
    fetch: async (url) => {
      asked.push(String(url));
      return (replies.shift() ?? (() => Response.json(RATES)))();
    },
  });
  const server = startTestServer({ resources: [createCurrencyRoutes({ fiatRates })] });
  const get = async (path: string) => {
    const response = await server.get(`/api/currency${path}`);
    const { data, errors } = JSON.parse(await response.text());
    return { status: response.status, data, code: errors?.code ?? null };
  };
  return { clock, replies, asked, get, server };
}

test('rates are units of a currency for one dollar; other things than currencies are left out', async () => {
  const { get, asked, server } = startRates();
  await using _ = server;
  expect((await get('')).data).toEqual({
    base: 'USD',
    at: AT,
    source: 'coingecko',
    rates: { USD: '1', EUR: '0.92', IDR: '16250', KWD: '0.3071234568' },
  });
  expect((await get('/eur')).data).toEqual({ base: 'USD', currency: 'EUR', rate: '0.92', at: AT, source: 'coingecko' });
  expect(await get('/XAU')).toMatchObject({ status: 404, code: 'currency-not-found' });
  expect(await get('/x')).toMatchObject({ status: 400 });
  expect(asked).toEqual(['https://pro-api.coingecko.com/api/v3/exchange_rates']);
});

test('rates are read every ten minutes, once for all, and kept for a day while the source fails', async () => {
  const { get, asked, clock, replies, server } = startRates();
  await using _ = server;
  await Promise.all(Array.from({ length: 20 }, () => get('')));
  expect(asked).toHaveLength(1);
  clock.ms += 10 * MINUTE;
  replies.push(
    () => new Response('down', { status: 500 }),
    () => Response.json({ rates: { usd: { value: 0, type: 'fiat' } } }),
    () => new Promise(() => {}),
  );
  expect((await get('')).data).toMatchObject({ at: AT });
  expect((await get('')).data).toMatchObject({ at: AT });
  expect(asked).toHaveLength(2);
  for (const count of [3, 4]) {
    clock.ms += MINUTE;
    expect((await get('')).data).toMatchObject({ at: AT });
    expect(asked).toHaveLength(count);
  }
  clock.ms += MINUTE;
  expect((await get('')).data).toMatchObject({ at: new Date(clock.ms).toISOString() });
});

test('without rates of the last day there is an error with the time to come back', async () => {
  const { get, clock, replies, server } = startRates();
  await using _ = server;
  replies.push(() => new Response('down', { status: 500 }));
  expect(await get('')).toMatchObject({ status: 503, code: 'rates-unavailable' });
  clock.ms += MINUTE;
  expect((await get('')).status).toBe(200);
  clock.ms += 1_440 * MINUTE;
  replies.push(() => new Response('down', { status: 500 }));
  expect(await get('/EUR')).toMatchObject({ status: 503, code: 'rates-unavailable' });
});

test('prices and series of a token are those of the price port', async () => {
  let answer: PriceAnswer = { price: { usd: '2500.5', atMs: NOW, source: 'coingecko' }, reason: null };
  const ranges: unknown[] = [];
  const routes = createMarketDataRoutes({
    tokens: {
      find: async (chainId, text) =>
        text.toLowerCase() === WETH ? { chainId, address: WETH, symbol: 'WETH', decimals: 18, name: 'Wrapped', logoURI: '' } : null,
    },
    prices: { priceOf: async () => answer },
    series: {
      async points(_chainId, _token, range) {
        ranges.push(range);
        return [{ atMs: NOW, usd: '1', highUsd: '2' }];
      },
    },
    clock: { now: () => NOW },
  });
  await using server = startTestServer({ resources: [routes] });
  const get = async (path: string) => {
    const response = await server.get(`/api/market-data${path}`);
    const { data, errors } = JSON.parse(await response.text());
    return { status: response.status, data, code: errors?.code ?? null };
  };
  expect((await get(`/price/1/${WETH.toUpperCase().replace('X', 'x')}`)).data).toEqual({
    chainId: 1,
    token: WETH,
    symbol: 'WETH',
    priceUsd: '2500.5',
    at: AT,
    source: 'coingecko',
  });
  answer = { price: null, reason: 'stale' };
  expect(await get(`/price/1/${WETH}`)).toMatchObject({ status: 503, code: 'price-unavailable' });
  expect(await get('/price/1/nothing')).toMatchObject({ status: 404, code: 'token-not-found' });
  expect((await get(`/series/1/${WETH}`)).data).toMatchObject({ to: AT, points: [{ at: AT, usd: '1', highUsd: '2' }] });
  expect(ranges).toEqual([{ fromMs: NOW - 1_440 * MINUTE, toMs: NOW }]);
  for (const query of ['from=2026-11-30T00:00:00Z', 'from=2026-10-01T00:00:00Z', 'from=yesterday', 'to=2026-02-30T00:00:00Z'])
    expect(await get(`/series/1/${WETH}?${query}`)).toMatchObject({ status: 400, code: 'invalid-input' });
});
