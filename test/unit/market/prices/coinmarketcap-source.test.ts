import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createCoinmarketcapSource } from '../../../../src/market/prices/coinmarketcap-source.ts';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import type { PricedToken, PriceSource } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { asChainAddress } from '../../../support/branded.ts';
import { brokenReplies, type ReplayJson, startReplayJson } from '../../../support/replay-json.ts';

const START = 1_700_000_000_000;
const AT = new Date(START - 40_000).toISOString();
const OK = { error_code: 0, error_message: null, credit_count: 1 };

let server: ReplayJson;
let nowMs: number;
/** Data that the simulated price service returns, by the token's id there. The structure is that of section A2 of provider-apis.md. */
let data: Record<string, unknown>;
beforeEach(() => {
  nowMs = START;
  data = { 1: entryOf(1, 95_123.456789), 1027: entryOf(1027, 3_012.5), 24478: entryOf(24478, 4.2e-7) };
  server = startReplayJson(({ query }) => ({
    status: OK,
    data: Object.fromEntries((query.id ?? '').split(',').flatMap((id) => (id in data ? [[id, data[id]]] : []))),
  }));
});
afterEach(() => server[Symbol.dispose]());

function entryOf(id: number, price: unknown, last_updated: unknown = AT) {
  return { id, name: 'x', symbol: 'X', quote: { USD: { price, volume_24h: 1, percent_change_1h: -0.1, last_updated } } };
}

const tokenOf = (cmcId: number, chainId = 1): PricedToken => ({ chainId, address: asChainAddress(`t${cmcId}`), decimals: 18, cmcId });
const source = (patience: { timeoutMs?: number } = {}) =>
  createCoinmarketcapSource({ baseUrl: `${server.url}/v2/`, apiKey: 'the-key', fetch, clock: { now: () => nowMs }, ...patience });
const ask = async (tokens: readonly PricedToken[], from = source()) => {
  const answers = await from.pricesOf(tokens, new AbortController().signal);
  return tokens.map((token) => answers.get(tokenKey(token.chainId, token.address)));
};

test('asks once for all ids, with the key in its header, and gives exact text and the time of the price', async () => {
  const said = (usd: string) => ({ price: { usd, atMs: START - 40_000, source: 'coinmarketcap' }, reason: null });
  expect(await ask([tokenOf(1), tokenOf(1027), tokenOf(1027, 10), tokenOf(24478)])).toEqual([
    said('95123.456789'),
    said('3012.5'),
    said('3012.5'),
    said('0.00000042'),
  ]);
  expect(server.requests.map(({ path, query, headers }) => [path, query, headers.get('x-cmc_pro_api_key')])).toEqual([
    ['/v2/cryptocurrency/quotes/latest', { id: '1,1027,24478', convert: 'USD', skip_invalid: 'true' }, 'the-key'],
  ]);
});

test('an entry that is absent, null, odd or of another id does not spoil the others', async () => {
  data = {
    ...data,
    2: entryOf(2, null),
    3: entryOf(3, '3.5'),
    4: entryOf(4, 0),
    5: [entryOf(5, 5)],
    6: entryOf(7, 6),
    8: entryOf(8, 1, 'yesterday'),
    9: { id: 9, quote: {} },
  };
  const answers = await ask([1, 2, 3, 4, 5, 6, 8, 9, 10].map((id) => tokenOf(id)));
  expect(answers.map((answer) => answer?.reason)).toEqual([
    null,
    'unknown-token',
    null,
    'not-positive',
    null,
    'unknown-token',
    'upstream-error',
    'unknown-token',
    'unknown-token',
  ]);
});

test('an error that comes with status 200 is an error, and one about the rate has it left alone for a minute', async () => {
  const refuse = (error_code: number | string) => () => Response.json({ status: { error_code, error_message: 'no' } });
  server.next.push(refuse(1001), refuse('500'), refuse(1008));
  const one = source();
  expect((await ask([tokenOf(1)], one))[0]?.reason).toBe('upstream-error');
  expect((await ask([tokenOf(1)], one))[0]?.reason).toBe('upstream-error');
  expect((await ask([tokenOf(1)], one))[0]?.reason).toBe('rate-limited');
  nowMs += 59_999;
  expect((await ask([tokenOf(1)], one))[0]?.reason).toBe('rate-limited');
  expect(server.requests).toHaveLength(3);
  nowMs += 1;
  expect((await ask([tokenOf(1)], one))[0]?.price?.usd).toBe('95123.456789');
});

test('a 429 is obeyed for the time that it names', async () => {
  server.next.push(() => Response.json({ status: { error_code: 1008 } }, { status: 429, headers: { 'retry-after': '5' } }));
  const one = source();
  expect((await ask([tokenOf(1)], one))[0]?.reason).toBe('rate-limited');
  nowMs += 5_000;
  expect((await ask([tokenOf(1)], one))[0]?.reason).toBeNull();
});

test.each(Object.keys(brokenReplies))('%s instead of a reply is an upstream error', async (name) => {
  const broken = brokenReplies[name];
  if (broken !== undefined) server.next.push(broken);
  expect((await ask([tokenOf(1)]))[0]).toEqual({ price: null, reason: 'upstream-error' });
});

test('behind the port a price of an hour ago is stale, and a server that never answers is a time-out', async () => {
  data = { 1: entryOf(1, 95_000, new Date(START - 3_600_000).toISOString()) };
  const pricesOf = (one: PriceSource) => createPrices({ sources: [one], clock: { now: () => nowMs }, log: silentLog });
  expect(await pricesOf(source()).priceOf(tokenOf(1))).toEqual({ price: null, reason: 'stale' });
  server.next.push(() => new Promise<Response>(() => {}));
  expect(await pricesOf(source({ timeoutMs: 50 })).priceOf(tokenOf(1))).toEqual({ price: null, reason: 'timeout' });
});

test('leaves tokens without an id, and devnet tokens, to other sources', () => {
  expect(source().serves(tokenOf(1))).toBe(true);
  expect(source().serves({ chainId: 1, address: asChainAddress('a'), decimals: 18, coingeckoId: 'bitcoin' })).toBe(false);
  expect(source().serves(tokenOf(1, 31337))).toBe(false);
});
