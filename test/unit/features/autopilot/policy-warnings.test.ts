import { expect, test } from 'bun:test';
import { policyWarnings } from '../../../../src/features/autopilot/policy-warnings.ts';
import type { Strategy } from '../../../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../../../src/values/base-units.ts';
import { document, USDC, WETH } from './sample-policy.ts';

const usdc = { address: USDC, chainId: 31337, symbol: 'USDC', name: 'USD Coin', decimals: 6 };

function warningsOf(strategies: readonly Strategy[], deposit: bigint | null = null) {
  const limits = {
    ...{ maxPerTrade: toBaseUnits(50_000_000n), maxPerDay: toBaseUnits(80_000_000n), maxTradesPerDay: 5, expiry: 1 },
    price: { usd: '1', atMs: 0, source: 'x' },
  };
  const prepared = {
    policy: { ...document, strategies },
    policyHash: `0x${'0'.repeat(64)}` as never,
    limits,
    budgetToken: usdc,
    tokens: {},
  };
  return policyWarnings(prepared as never, deposit).map(({ path, code }) => `${path} ${code}`);
}

const dca = (amount: string, more: object = {}): Strategy =>
  ({ id: 'a', type: 'dca', tokenOut: WETH, amount, intervalSeconds: 3_600, ...more }) as Strategy;
const dip = (amount: string, lookbackSeconds: number): Strategy =>
  ({ id: 'b', type: 'dip_buy', tokenOut: WETH, amount, dropBps: 500, lookbackSeconds, cooldownSeconds: 60 }) as Strategy;

test('a policy within its limits has no warnings', () => {
  expect(warningsOf([dca('50'), dip('50', 31 * 86_400)], 50_000_000n)).toEqual([]);
});

test('amounts over the limits per trade and per day, and windows longer than the price series, give warnings', () => {
  expect(warningsOf([dca('50.000001'), dip('90', 31 * 86_400 + 1)])).toEqual([
    'strategies.0.amount amount-over-per-trade-cap',
    'strategies.1.amount amount-over-per-trade-cap',
    'strategies.1.amount amount-over-daily-cap',
    'strategies.1.lookbackSeconds look-back-longer-than-series',
  ]);
});

test('amounts that the deposit does not cover give warnings when the deposit is known', () => {
  expect(warningsOf([dca('10', { maxRuns: 3 })], 29_999_999n)).toEqual(['strategies.0.amount more-than-budget']);
  expect(warningsOf([dca('10', { maxRuns: 3 })], 30_000_000n)).toEqual([]);
  expect(warningsOf([dca('10', { maxRuns: 3 })])).toEqual([]);
  expect(warningsOf([dca('10', { enabled: false })], 0n)).toEqual([]);
});
