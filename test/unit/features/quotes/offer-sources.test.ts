import { describe, expect, test } from 'bun:test';
import { budgetOf } from '../../../../src/features/quotes/budget-settings.ts';
import { createOfferSources } from '../../../../src/features/quotes/offer-sources.ts';
import { createProviderBudget, type ProviderBudget } from '../../../../src/features/quotes/provider-budget.ts';
import { createHttpProviders, httpProviders } from '../../../../src/features/quotes/registry.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { buildOf, quoteOf, ROUTER, stubProvider } from './stub-provider.ts';

const clock = { now: () => 1_700_000_000_000 };
const [USD, COIN, VAULT] = ['1', '2', '3'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));
if (USD === undefined || COIN === undefined || VAULT === undefined) throw new Error('three addresses');
const request = {
  chainId: 1,
  tokenIn: USD,
  tokenOut: COIN,
  amountIn: 1_000n,
  recipient: VAULT,
  deadlineSec: 1_800_000_000,
  slippageBps: 100,
};
const signal = new AbortController().signal;
const free: ProviderBudget = { take: async () => ({ ok: true, release: () => {} }) };
const listed = {
  find: async (chainId: number, address: string) => ({ chainId, address, symbol: 'X', name: 'X', decimals: 18, logoURI: '' }) as never,
};
const pinned = { everywhere: [parseAddress(ROUTER)] };

/** Returns the source of routes that the service creates for one HTTP provider. */
function sourcesOf(entry: ReturnType<typeof stubProvider>, budget: ProviderBudget = free) {
  const http = { call: () => Promise.reject(new Error('not asked here')), rest: () => {}, pausedUntilMs: () => null };
  const [source] = createOfferSources({
    ...{ providers: [{ ...entry, http }], trusted: {}, tokens: listed, networks: { get: async () => null } },
    ...{ budgetOf: () => budget, timeoutMs: 1_000 },
  });
  if (source === undefined) throw new Error('no source');
  return source;
}

const traits = { chains: [1], kinds: ['swap'], targets: pinned, spenders: pinned } as const;

test('sources are the registered providers whose calls deliver within the transaction', () => {
  const settings = Object.fromEntries(
    httpProviders.map(({ traits: { name } }) => [name, { apiKey: 'k', apiSecret: 's', apiPassphrase: 'p' }]),
  );
  const providers = createHttpProviders({
    settings,
    fetch,
    clock,
    checksum: (address: string) => address,
    cowOrderUid: () => '0x',
  } as never);
  const parts = { trusted: {}, tokens: listed, networks: { get: async () => null }, budgetOf: () => free, timeoutMs: 1_000 };
  const names = createOfferSources({ providers, ...parts }).map(({ name }) => name);
  for (const name of ['lifi', '0x', '1inch', 'kyberswap', 'velora', 'odos', 'openocean', 'enso', 'okx']) expect(names).toContain(name);
  for (const name of ['cow', 'across', 'debridge', 'relay', 'bungee', 'changenow', 'jupiter']) expect(names).not.toContain(name);
});

test('a provider is asked with the vault as the caller and the receiver', async () => {
  const asked: unknown[] = [];
  const quote = async (given: { sender: string; recipient: string; wallet: string }) => {
    asked.push([given.sender, given.recipient, given.wallet]);
    return quoteOf(500n);
  };
  const source = sourcesOf(stubProvider('kyberswap', { quote, traits }));
  const answer = await source.offer(request, signal);
  expect(asked).toEqual([[VAULT, VAULT, VAULT]]);
  expect(answer).toMatchObject({ ok: true, offer: { amountOut: 500n } });
  expect(await source.routersOn(1)).toEqual({ targets: [ROUTER], spenders: [ROUTER] } as never);
  expect(await source.routersOn(10)).toBeNull();
});

describe('a build is refused', () => {
  test.each([
    ['another contract', { to: COIN }, 'unpinned-contract', true],
    ['another spender', { spender: COIN }, 'unpinned-contract', true],
    ['no spender', { spender: null }, 'malformed-reply', false],
    ['the native asset', { value: 1n }, 'value-not-zero', true],
    ['data that is not hex', { data: '0xzz' }, 'malformed-reply', false],
    ['endless data', { data: `0x${'0'.repeat(1_000_000)}` }, 'calldata-too-long', true],
  ])('with %s', async (_, change, reason, isBreach) => {
    const build = async (_request: unknown, quote: Parameters<typeof buildOf>[0]) => buildOf(quote, change);
    const answer = await sourcesOf(stubProvider('kyberswap', { quote: async () => quoteOf(500n), build, traits })).offer(request, signal);
    if (!answer.ok) throw new Error(answer.reason);
    expect(await answer.offer.build(signal)).toMatchObject({ ok: false, reason, isBreach });
  });
});

test('1,000 orders at once keep the budget; those without a turn are told which limit it was', async () => {
  let nowMs = clock.now();
  const due: { atMs: number; callback: () => void }[] = [];
  const timers = {
    after(delayMs: number, callback: () => void) {
      const timer = { atMs: nowMs + delayMs, callback };
      due.push(timer);
      return () => void due.splice(due.indexOf(timer), due.includes(timer) ? 1 : 0);
    },
  };
  const startedAt: number[] = [];
  const quote = async () => {
    startedAt.push(nowMs);
    return quoteOf(500n);
  };
  const budget = createProviderBudget({ perSecond: 5, inFlight: 3, perDay: 100 }, { clock: { now: () => nowMs }, timers });
  const source = sourcesOf(stubProvider('kyberswap', { quote, traits }), budget);
  const answers = Array.from({ length: 1_000 }, () => source.offer(request, signal));
  for (let step = 0; step < 400; step += 1) {
    for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
    nowMs += 10;
    for (const timer of due.filter(({ atMs }) => atMs <= nowMs)) {
      if (due.includes(timer)) due.splice(due.indexOf(timer), 1);
      timer.callback();
    }
  }
  const results = (await Promise.all(answers)).map((answer) => (answer.ok ? 'offered' : answer.reason));
  expect(results.filter((result) => result === 'offered')).toHaveLength(startedAt.length);
  expect(startedAt.length).toBeGreaterThan(5);
  for (const [index, at] of startedAt.entries()) if (index >= 5) expect(at - (startedAt[index - 5] ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect(new Set(results)).toEqual(new Set(['offered', 'budget-per-second']));
});

test('an operator changes single limits of a provider', () => {
  expect(budgetOf('1inch', { '1inch': { perDay: 7 } })).toEqual({ perSecond: 1, inFlight: 1, perDay: 7 });
  expect(budgetOf('squid', {})).toEqual({ perSecond: 1, inFlight: 2, perDay: 20_000 });
});
