import { expect, test } from 'bun:test';
import { resolveLimits } from '../../../../src/features/autopilot/resolve-limits.ts';
import { noPrice } from '../../../../src/market/prices/price.ts';
import type { Token } from '../../../../src/market/tokens/token.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { document, NOW, USDC } from './sample-policy.ts';

const usdc: Token = { address: USDC, chainId: 31337, symbol: 'USDC', decimals: 6, name: 'USD Coin', logoURI: '' };

const resolve = (maxPerTradeUsd: number, usd: string | null, decimals = 6, maxPerDayUsd = maxPerTradeUsd) =>
  resolveLimits(
    { limits: { ...document.limits, maxPerTradeUsd, maxPerDayUsd } },
    { ...usdc, decimals },
    { priceOf: async () => (usd === null ? noPrice('stale') : { price: { usd, atMs: NOW - 5, source: 'pool' }, reason: null }) },
  );
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'resolved',
    (error: unknown) => (error instanceof TerminalError ? `${error.status} ${error.code}` : 'another error'),
  );

test('dollars become base units at the current price, which the reply names', async () => {
  expect<unknown>(await resolve(50, '0.9995', 6, 200.5)).toEqual({
    maxPerTrade: '50025012',
    maxPerDay: '200600300',
    maxTradesPerDay: 10,
    expiry: document.limits.expiry,
    price: { usd: '0.9995', atMs: NOW - 5, source: 'pool' },
  });
});

test('the last unit is rounded down, without floating-point numbers', async () => {
  expect((await resolve(4, '3', 0, 11)).maxPerDay as string).toBe('3');
  expect((await resolve(10, '3')).maxPerTrade as string).toBe('3333333');
  expect((await resolve(0.1, '0.1', 18)).maxPerTrade as string).toBe('1000000000000000000');
  expect((await resolve(0.3, '1', 18)).maxPerTrade as string).toBe('300000000000000000');
  expect((await resolve(123456789.123, '2345.678901234567890123', 18)).maxPerTrade as string).toBe('52631581013932785119818');
});

test('a limit of less than one unit, or of more than there can be, is refused', async () => {
  expect(await codeOf(resolve(1, '3', 0))).toBe('422 limit-below-one-unit');
  expect(await codeOf(resolve(5e-324, '1', 18))).toBe('422 limit-below-one-unit');
  expect(await codeOf(resolve(1, '1', 18, Number.MAX_VALUE))).toBe('422 limit-too-large');
});

test('without a price nothing is resolved', async () => {
  expect(await codeOf(resolve(1, null))).toBe('422 no-budget-price');
});
