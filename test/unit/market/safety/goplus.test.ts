import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createTokenSafety } from '../../../../src/market/safety/create-token-safety.ts';
import { goplusScore } from '../../../../src/market/safety/goplus-score.ts';
import { createGoplusSource } from '../../../../src/market/safety/goplus-source.ts';
import { scoreOfLoss } from '../../../../src/market/safety/score-of-loss.ts';
import { createMemoryCache } from '../../../../src/platform/cache/memory/memory-cache.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { mutationsOf } from '../../../contract/providers/mutate.ts';
import { asAddress } from '../../../support/branded.ts';
import { brokenReplies, type ReplayJson, startReplayJson } from '../../../support/replay-json.ts';

const ADDRESS = '0xabcdef0000000000000000000000000000000001';
const fatal = ['is_honeypot', 'cannot_buy', 'cannot_sell_all'];
const points: Record<string, number> = {
  ...{ is_airdrop_scam: 100, owner_change_balance: 60, hidden_owner: 40, selfdestruct: 40, can_take_back_ownership: 30 },
  ...{ personal_slippage_modifiable: 30, slippage_modifiable: 20, transfer_pausable: 10, external_call: 10, trading_cooldown: 10 },
  ...{ is_whitelisted: 10, is_blacklisted: 5, is_mintable: 5, is_proxy: 5, is_anti_whale: 5 },
};
const clean: Record<string, string> = {
  ...Object.fromEntries([...fatal, ...Object.keys(points)].map((name) => [name, '0'])),
  ...{ is_open_source: '1', buy_tax: '0', sell_tax: '0' },
};
const scoreOf = (changes: Record<string, unknown>) => goplusScore({ ...clean, ...changes }).score;

let server: ReplayJson;
let nowMs = 1_700_000_000_000;
let result: unknown;
beforeEach(() => {
  result = { [ADDRESS]: clean };
  server = startReplayJson(() => ({ code: 1, message: 'OK', result }));
});
afterEach(() => server[Symbol.dispose]());

const clock = { now: () => nowMs };
const safety = () =>
  createTokenSafety({
    sources: [createGoplusSource({ baseUrl: `${server.url}/api/v1/`, fetch, clock })],
    cache: createMemoryCache({ clock }),
    clock,
    log: silentLog,
  });
const scanOne = async (from = safety(), chainId = 1) =>
  (await from.scan([{ chainId, address: asAddress(ADDRESS) }])).get(`${chainId}:${ADDRESS}`);

test('each flag costs its points, and as much when it is missing', () => {
  expect(scoreOf({})).toBe(100);
  for (const [name, cost] of Object.entries(points)) {
    expect([name, scoreOf({ [name]: '1' })]).toEqual([name, 100 - cost]);
    const unsaid = name === 'is_airdrop_scam' ? 95 : 100 - cost;
    for (const odd of [undefined, '', null, 2, 'false']) expect([name, odd, scoreOf({ [name]: odd })]).toEqual([name, odd, unsaid]);
  }
  expect([scoreOf({ is_open_source: '0' }), scoreOf({ is_open_source: undefined })]).toEqual([50, 50]);
  expect(scoreOf({ owner_change_balance: '1', hidden_owner: '1', selfdestruct: '1' })).toBe(0);
});

test('taxes cost 10 points for each started percent, and there is no score when they are missing', () => {
  const taxes = ['0', '0.01', '0.07', '0.0701', '0.000001', '1', '', undefined, '5%', '-0.1', 0.05, '.05', '5e-2', true];
  expect(taxes.map((buy_tax) => scoreOf({ buy_tax }))).toEqual([100, 90, 30, 20, 90, 0, null, null, null, null, 50, 50, 50, null]);
  for (const sellable of ['0', 0, false]) expect(scoreOf({ cannot_sell_all: sellable })).toBe(100);
  for (const honeypot of ['1', 1, true]) expect(scoreOf({ is_honeypot: honeypot })).toBe(0);
  expect(scoreOf({ buy_tax: '0.02', sell_tax: '0.02' })).toBe(60);
});

test('a honeypot scores 0, and there is no score when that is unknown', () => {
  for (const name of fatal) {
    expect([name, scoreOf({ [name]: '1' })]).toEqual([name, 0]);
    expect([name, scoreOf({ [name]: undefined })]).toEqual([name, null]);
  }
});

test('a round trip loses a point for each 10 bps beyond the first percent', () => {
  expect([0, 100, 101, 110, 111, 460, 1_099, 1_100, 9_999].map(scoreOfLoss)).toEqual([100, 100, 99, 99, 98, 64, 0, 0, 0]);
});

test('asks GoPlus for the token, and keeps a score for 6 hours', async () => {
  const from = safety();
  expect(await scanOne(from)).toEqual({ score: 100, reason: 'GoPlus reports no problem with the token.', atMs: nowMs });
  nowMs += 6 * 3_600_000 - 1;
  await scanOne(from);
  expect(server.requests.map(({ path, query }) => [path, query])).toEqual([['/api/v1/token_security/1', { contract_addresses: ADDRESS }]]);
  nowMs += 1;
  await scanOne(from);
  expect(server.requests).toHaveLength(2);
});

test('an invalid answer gives no score, and is requested again after a minute', async () => {
  for (const [name, broken] of Object.entries(brokenReplies)) {
    server.next.push(broken);
    const from = safety();
    expect([name, (await scanOne(from))?.score]).toEqual([name, null]);
    nowMs += 59_999;
    expect((await scanOne(from))?.score).toBeNull();
    nowMs += 1;
    expect((await scanOne(from))?.score).toBe(100);
  }
  for (const odd of [{}, { [ADDRESS]: {} }, { [`${ADDRESS.slice(0, -1)}2`]: clean }, null]) {
    result = odd;
    expect((await scanOne())?.score).toBeNull();
  }
});

test('after a 429, or its own error 4029, GoPlus is left alone for a minute', async () => {
  const busy = [() => new Response('', { status: 429 }), () => Response.json({ code: 4029, message: 'too many requests', result: null })];
  for (const answer of busy) {
    server.next.push(answer);
    const from = safety();
    const before = server.requests.length;
    expect((await scanOne(from))?.score).toBeNull();
    await scanOne(from, 10);
    expect(server.requests.length).toBe(before + 1);
    nowMs += 60_000;
    expect((await scanOne(from))?.score).toBe(100);
  }
});

test('no changed member of a reply makes a token safer', async () => {
  const risky = { ...clean, is_mintable: '1', sell_tax: '0.03' };
  const right = goplusScore(risky).score ?? 0;
  for (const { path, what, mutated } of mutationsOf({ code: 1, message: 'OK', result: { [ADDRESS]: risky } })) {
    server.next.push(() => Response.json(mutated));
    const score = (await scanOne())?.score ?? 0;
    // Replacing a text by another text makes a different but valid reply, which may change the score.
    if (!/^(a sign|a fraction|an exponent)$/.test(what))
      expect({ path, what, isSafer: score > right }).toEqual({ path, what, isSafer: false });
  }
});

test('a token on a chain that is not scanned has no score', async () => {
  expect(await scanOne(safety(), 31337)).toMatchObject({ score: null });
  expect(server.requests).toEqual([]);
});
