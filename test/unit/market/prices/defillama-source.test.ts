import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import { createDefillamaSource } from '../../../../src/market/prices/defillama-source.ts';
import type { NoPriceReason, PricedToken } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { NATIVE_ADDRESS, NATIVE_SENTINELS } from '../../../../src/values/native.ts';
import { asChainAddress } from '../../../support/branded.ts';
import { brokenReplies, type ReplayJson, startReplayJson } from '../../../support/replay-json.ts';

const START = 1_700_000_000_000;
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const SOL_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

let server: ReplayJson;
/**
 * Data that the simulated price service returns, by coin. The structure is that of section A2 of provider-apis.md; keys are returned
 * exactly as they were sent.
 */
let coins: Record<string, unknown>;
beforeEach(() => {
  coins = {};
  server = startReplayJson(({ path }) => ({
    coins: Object.fromEntries(coinsIn(path).flatMap((coin) => (coin in coins ? [[coin, coins[coin]]] : []))),
  }));
});
afterEach(() => server[Symbol.dispose]());

const coinsIn = (path: string) => path.replace('/prices/current/', '').split(',');
const coinOf = (price: unknown, more: object = {}) => ({
  ...{ price, symbol: 'X', decimals: 18, timestamp: START / 1_000 - 90, confidence: 0.99 },
  ...more,
});
const tokenOf = (address: string, more: Partial<PricedToken> = {}): PricedToken => ({
  chainId: 1,
  address: asChainAddress(address),
  decimals: 18,
  ...more,
});
const source = (timeoutMs?: number) =>
  createDefillamaSource({ baseUrl: server.url, fetch, clock: { now: () => START }, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
const ask = async (tokens: readonly PricedToken[]) => {
  const answers = await source().pricesOf(tokens, new AbortController().signal);
  return tokens.map((token) => answers.get(tokenKey(token.chainId, token.address)));
};

test('asks once for tokens of all chains, by chain and address, and gives exact text and the time of the price', async () => {
  coins = {
    [`ethereum:${USDC}`]: coinOf(0.99987, { decimals: 6 }),
    [`ethereum:${NATIVE_ADDRESS}`]: coinOf(3_012.25),
    [`solana:${SOL_USDC}`]: coinOf(1.0000001, { decimals: 6, confidence: 1 }),
  };
  const said = (usd: string) => ({ price: { usd, atMs: START - 90_000, source: 'defillama' }, reason: null });
  const tokens = [
    tokenOf(USDC, { decimals: 6 }),
    ...NATIVE_SENTINELS.map((address) => tokenOf(address)),
    tokenOf(SOL_USDC, { chainId: 102, decimals: 6 }),
  ];
  expect(await ask(tokens)).toEqual([said('0.99987'), said('3012.25'), said('3012.25'), said('3012.25'), said('1.0000001')]);
  expect(server.requests.map(({ path, query }) => [path, query])).toEqual([
    [`/prices/current/ethereum:${USDC},ethereum:${NATIVE_ADDRESS},solana:${SOL_USDC}`, { searchWidth: '30m' }],
  ]);
});

test('a coin that is absent, null, odd, doubted or of other decimals does not spoil the others', async () => {
  const cases: readonly [name: string, coin: unknown, reason: NoPriceReason | null][] = [
    ['good', coinOf(2), null],
    ['gone', undefined, 'unknown-token'],
    ['null', coinOf(null), 'unknown-token'],
    ['text', coinOf('2'), null],
    ['zero', coinOf(0), 'not-positive'],
    ['low', coinOf(2, { confidence: 0.5 }), 'not-reliable'],
    ['no-confidence', coinOf(2, { confidence: undefined }), 'not-reliable'],
    ['no-time', coinOf(2, { timestamp: undefined }), 'upstream-error'],
    ['decimals', coinOf(2, { decimals: 6 }), 'not-reliable'],
    ['no-decimals', coinOf(2, { decimals: undefined }), null],
    ['toString', undefined, 'unknown-token'],
  ];
  coins = Object.fromEntries(cases.flatMap(([name, coin]) => (coin === undefined ? [] : [[`ethereum:${name}`, coin]])));
  const answers = await ask(cases.map(([name]) => tokenOf(name)));
  expect(answers.map((answer) => answer?.reason ?? null)).toEqual(cases.map(([, , reason]) => reason));
});

test.each(Object.keys(brokenReplies))('%s instead of a reply is an upstream error', async (name) => {
  const broken = brokenReplies[name];
  if (broken !== undefined) server.next.push(broken);
  expect((await ask([tokenOf(USDC)]))[0]).toEqual({ price: null, reason: 'upstream-error' });
});

test('a 429 is a limit, not a lack of a price', async () => {
  server.next.push(() => new Response('', { status: 429 }));
  expect((await ask([tokenOf(USDC)]))[0]).toEqual({ price: null, reason: 'rate-limited' });
});

test('behind the port a price of an hour ago is stale, and a server that never answers is a time-out', async () => {
  coins = { [`ethereum:${USDC}`]: coinOf(1, { timestamp: START / 1_000 - 3_600 }) };
  const pricesOf = (timeoutMs?: number) => createPrices({ sources: [source(timeoutMs)], clock: { now: () => START }, log: silentLog });
  expect(await pricesOf().priceOf(tokenOf(USDC))).toEqual({ price: null, reason: 'stale' });
  server.next.push(() => new Promise<Response>(() => {}));
  expect(await pricesOf(50).priceOf(tokenOf(USDC))).toEqual({ price: null, reason: 'timeout' });
});

test('many coins go in several requests, each with a short path', async () => {
  const addresses = Array.from({ length: 130 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}`);
  for (const address of addresses) coins[`ethereum:${address}`] = coinOf(1);
  const answers = await ask(addresses.map((address) => tokenOf(address)));
  expect(answers.every((answer) => answer?.price?.usd === '1')).toBe(true);
  // The requests are sent at the same time, so they may arrive in any order.
  expect(server.requests.map(({ path }) => coinsIn(path).length).sort((a, b) => b - a)).toEqual([60, 60, 10]);
  for (const { path } of server.requests) expect(path.length).toBeLessThan(4_000);
});

test('serves chains that it has a name for, but not the native asset of Solana and TRON, and never the devnet', () => {
  const serves = (chainId: number, address: string) => source().serves(tokenOf(address, { chainId }));
  expect([serves(1, USDC), serves(102, SOL_USDC), serves(137, NATIVE_ADDRESS)]).toEqual([true, true, true]);
  expect([serves(102, NATIVE_ADDRESS), serves(728126428, NATIVE_ADDRESS), serves(31337, USDC), serves(4242, USDC)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
