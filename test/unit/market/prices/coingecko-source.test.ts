import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createCoingeckoSource } from '../../../../src/market/prices/coingecko-source.ts';
import type { PricedToken } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { asChainAddress } from '../../../support/branded.ts';
import { type ReplayCoingecko, startReplayCoingecko } from '../../../support/replay-coingecko.ts';

const START = 1_700_000_000_000;
let server: ReplayCoingecko;
let nowMs: number;
beforeEach(() => {
  server = startReplayCoingecko();
  nowMs = START;
});
afterEach(() => server[Symbol.dispose]());

const tokenOf = (coingeckoId: string, chainId = 1): PricedToken => ({
  chainId,
  address: asChainAddress(coingeckoId),
  decimals: 18,
  coingeckoId,
});
const source = (apiKey?: string) => createCoingeckoSource({ baseUrl: server.url, apiKey, fetch, clock: { now: () => nowMs } });
const ask = async (tokens: readonly PricedToken[], from = source()) => {
  const answers = await from.pricesOf(tokens, new AbortController().signal);
  return tokens.map((token) => answers.get(tokenKey(token.chainId, token.address)));
};

test('asks once for all ids, and gives exact decimal text with the time of the price', async () => {
  server.prices.set('weth', { usd: 3012.123456789, last_updated_at: START / 1_000 - 40 });
  server.prices.set('pepe', { usd: 4.2e-7 });
  const answers = await ask([tokenOf('weth'), tokenOf('weth', 10), tokenOf('pepe')], source('key'));
  expect(answers).toEqual([
    { price: { usd: '3012.123456789', atMs: START - 40_000, source: 'coingecko' }, reason: null },
    { price: { usd: '3012.123456789', atMs: START - 40_000, source: 'coingecko' }, reason: null },
    { price: { usd: '0.00000042', atMs: START, source: 'coingecko' }, reason: null },
  ]);
  expect(server.requests).toEqual([
    {
      ids: ['weth', 'pepe'],
      proKey: null,
      demoKey: 'key',
      query: { ids: 'weth,pepe', vs_currencies: 'usd', include_last_updated_at: 'true', precision: 'full' },
    },
  ]);
});

test('an id that is absent, null, or of a wrong kind does not spoil the others', async () => {
  server.prices.set('good', { usd: 2 });
  server.prices.set('null', { usd: null });
  server.prices.set('text', { usd: '3' });
  server.prices.set('zero', { usd: 0 });
  const answers = await ask(['good', 'gone', 'null', 'text', 'zero', 'toString'].map((id) => tokenOf(id)));
  expect(answers.map((answer) => answer?.reason)).toEqual([null, 'unknown-token', 'unknown-token', null, 'not-positive', 'unknown-token']);
});

test.each([
  ['64231.0', '64231'],
  ['0.00000042', '0.00000042'],
  ['4.2E-7', '0.00000042'],
  ['"1.50"', '1.5'],
  ['0.12345678901234567890123', '0.12345678901234567890123'],
])('a price that is written %s is read with all its digits', async (written, usd) => {
  server.next.push(() => new Response(`{"weth":{"usd":${written},"last_updated_at":"${START / 1_000}"}}`));
  expect(await ask([tokenOf('weth')])).toEqual([{ price: { usd, atMs: START, source: 'coingecko' }, reason: null }]);
});

test('makes no request during the delay of a 429', async () => {
  server.prices.set('weth', { usd: 1 });
  server.next.push(() => new Response('{"status":{"error_code":429}}', { status: 429, headers: { 'retry-after': '30' } }));
  const one = source();
  expect((await ask([tokenOf('weth')], one))[0]?.reason).toBe('rate-limited');
  nowMs += 29_999;
  expect((await ask([tokenOf('weth')], one))[0]?.reason).toBe('rate-limited');
  expect(server.requests).toHaveLength(1);
  nowMs += 1;
  expect((await ask([tokenOf('weth')], one))[0]?.reason).toBeNull();
});

test('a 429 with a date is obeyed until then', async () => {
  server.prices.set('weth', { usd: 1 });
  const until = new Date(nowMs + 300_000).toUTCString();
  server.next.push(() => new Response('', { status: 429, headers: { date: new Date(nowMs).toUTCString(), 'retry-after': until } }));
  const one = source();
  expect((await ask([tokenOf('weth')], one))[0]?.reason).toBe('rate-limited');
  nowMs += 298_000;
  expect((await ask([tokenOf('weth')], one))[0]?.reason).toBe('rate-limited');
  nowMs += 3_000;
  expect((await ask([tokenOf('weth')], one))[0]?.reason).toBeNull();
});

test('a redirect is not followed: it would carry the key to wherever it points', async () => {
  const seen: (string | null)[] = [];
  using other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      seen.push(request.headers.get('x-cg-demo-api-key'));
      return Response.json({});
    },
  });
  server.next.push(() => Response.redirect(`http://127.0.0.1:${other.port}/`, 302));
  expect((await ask([tokenOf('weth')], source('a-key')))[0]?.reason).toBe('upstream-error');
  expect(seen).toEqual([]);
});

test('replies that are not a price list are an upstream error', async () => {
  server.next.push(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  server.next.push(() => new Response('{}', { status: 500 }));
  server.next.push(() => Response.json(null));
  for (let i = 0; i < 3; i++) expect((await ask([tokenOf('weth')]))[0]?.reason).toBe('upstream-error');
});

test('many ids go in several requests', async () => {
  const ids = Array.from({ length: 230 }, (_, i) => `id-${i}`);
  for (const id of ids) server.prices.set(id, { usd: 1 });
  const answers = await ask(ids.map((id) => tokenOf(id)));
  expect(answers.every((answer) => answer?.price?.usd === '1')).toBe(true);
  expect(server.requests.map((request) => request.ids.length)).toEqual([100, 100, 30]);
});

test('leaves tokens without an id, and devnet tokens, to other sources', () => {
  expect(source().serves(tokenOf('weth'))).toBe(true);
  expect(source().serves({ chainId: 1, address: asChainAddress('a'), decimals: 18 })).toBe(false);
  expect(source().serves(tokenOf('weth', 31337))).toBe(false);
});
