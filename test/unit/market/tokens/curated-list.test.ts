import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createCuratedList } from '../../../../src/market/tokens/curated-list.ts';
import { brokenReplies, type ReplayJson, startReplayJson } from '../../../support/replay-json.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const entryOf = (address: unknown) => ({
  chainId: 1,
  address,
  symbol: 'USDC',
  decimals: 6,
  name: 'USD Coin',
  coinKey: 'USDC',
  priceUSD: '0.99',
});

let server: ReplayJson;
let nowMs: number;
beforeEach(() => {
  nowMs = 1_700_000_000_000;
  server = startReplayJson(({ query }) => ({ tokens: { [query.chains ?? '']: [entryOf(USDC), entryOf(`0x${'0'.repeat(40)}`)] } }));
});
afterEach(() => server[Symbol.dispose]());

const listOf = (url = `${server.url}/v1/tokens`, timeoutMs = 5_000) =>
  createCuratedList({ url, fetch, clock: { now: () => nowMs }, timeoutMs });
const answer = (body: unknown, init?: ResponseInit) => server.next.push(() => Response.json(body, init));

test('asks for one chain, and gives its addresses in lowercase', async () => {
  expect(await listOf().addressesOf(1)).toEqual(new Set([USDC.toLowerCase(), `0x${'0'.repeat(40)}`]));
  await listOf(`${server.url}/lists?tags=major&chains=7`).addressesOf(137);
  expect(server.requests.map(({ path, query }) => [path, query])).toEqual([
    ['/v1/tokens', { chains: '1' }],
    ['/lists', { tags: 'major', chains: '137' }],
  ]);
});

test('invalid entries do not affect the others, and unknown members are ignored', async () => {
  answer({ tokens: { 1: [null, 7, {}, entryOf(7), entryOf(''), entryOf(USDC)] }, extended: {} });
  expect(await listOf().addressesOf(1)).toEqual(new Set([USDC.toLowerCase()]));
});

test.each([
  ['no such chain in the reply', { tokens: {} }, {}],
  ['only other chains', { tokens: { 137: [entryOf(USDC)] } }, {}],
  ['an empty list', { tokens: { 1: [] } }, {}],
  ['a refusal', { message: 'Invalid chain', code: 1011 }, { status: 400 }],
])('a chain that it does not carry (%s) is no failure', async (_what, body, init) => {
  answer(body, init);
  expect(await listOf().addressesOf(1)).toBeNull();
});

test('after a 429 it gets no request for the named time', async () => {
  answer({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '30' } });
  const list = listOf();
  await expect(list.addressesOf(1)).rejects.toMatchObject({ reason: 'rate-limited', retryAfterMs: 30_000 });
  await expect(list.addressesOf(137)).rejects.toMatchObject({ reason: 'rate-limited' });
  expect(server.requests).toHaveLength(1);
  nowMs += 30_000;
  expect(await list.addressesOf(137)).not.toBeNull();
});

test('a server that never answers is a time-out, and one that is not there unavailable', async () => {
  server.next.push(() => new Promise<Response>(() => {}));
  await expect(listOf(undefined, 50).addressesOf(1)).rejects.toMatchObject({ reason: 'timeout' });
  await expect(listOf('http://127.0.0.1:1/').addressesOf(1)).rejects.toMatchObject({ reason: 'unavailable' });
});

const reasons: Readonly<Record<string, string>> = { '500': 'unavailable', '503 html': 'unavailable' };
test.each(Object.keys(brokenReplies))('%s instead of a list is reported as such', async (name) => {
  const broken = brokenReplies[name];
  if (broken !== undefined) server.next.push(broken);
  await expect(listOf().addressesOf(1)).rejects.toMatchObject({ reason: reasons[name] ?? 'malformed-reply' });
});

test.each([
  ['tokens that are a list', { tokens: [entryOf(USDC)] }],
  ['tokens that are text', { tokens: 'none' }],
  ['a chain that is no list', { tokens: { 1: { USDC: entryOf(USDC) } } }],
  ['entries without addresses', { tokens: { 1: [{ id: USDC }, 'x'] } }],
  ['an HTML page under 404', null],
])('%s: refused, never taken for an empty list', async (_what, body) => {
  if (body === null) server.next.push(() => new Response('<html>', { status: 404 }));
  else answer(body);
  await expect(listOf().addressesOf(1)).rejects.toMatchObject({ reason: body === null ? 'rejected' : 'malformed-reply' });
});
