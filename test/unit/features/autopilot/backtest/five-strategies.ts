import type { BacktestRequest } from '../../../../../src/features/autopilot/backtest/create-backtest.ts';
import type { PriceHistory } from '../../../../../src/features/autopilot/backtest/price-history.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import type { AutopilotPolicy } from '../../../../../src/values/autopilot/policy.ts';
import { pricePath } from './price-path.ts';

export const START_MS = Date.UTC(2025, 0, 1);
export const usdc = parseAddress(`0x${'b1'.repeat(20)}`);
export const weth = parseAddress(`0x${'c1'.repeat(20)}`);
export const wbtc = parseAddress(`0x${'d1'.repeat(20)}`);
const wallet = parseAddress(`0x${'a1'.repeat(20)}`);

/** A policy with one strategy of each type. Its terms are chosen so that every strategy trades within weeks. */
export const fiveStrategies: AutopilotPolicy = {
  version: 1,
  wallet,
  chainId: 31337,
  budgetToken: usdc,
  allowTokens: [usdc, weth, wbtc],
  limits: { maxPerTradeUsd: 400, maxPerDayUsd: 1_000, maxTradesPerDay: 12, expiry: START_MS / 1000 + 86_400 },
  safety: { minTokenScore: 0 },
  slippageBps: 100,
  strategies: [
    { id: 'stop', type: 'stop_loss', token: weth, trailBps: 900, sellBps: 10_000 },
    { id: 'profit', type: 'take_profit', token: wbtc, gainBps: 300, sellBps: 5_000, cooldownSeconds: 7_200 },
    { id: 'dip', type: 'dip_buy', tokenOut: weth, amount: '150', dropBps: 150, lookbackSeconds: 86_400, cooldownSeconds: 14_400 },
    { id: 'dca', type: 'dca', tokenOut: wbtc, amount: '25', intervalSeconds: 21_600 },
    {
      id: 'balance',
      type: 'rebalance',
      weights: [
        { token: usdc, weightBps: 6_000 },
        { token: weth, weightBps: 2_000 },
        { token: wbtc, weightBps: 2_000 },
      ],
      driftBps: 800,
      intervalSeconds: 172_800,
    },
  ],
  paper: true,
};

export const fiveTokens = {
  [usdc]: { symbol: 'USDC', decimals: 6 },
  [weth]: { symbol: 'WETH', decimals: 18 },
  [wbtc]: { symbol: 'WBTC', decimals: 8 },
};

export const budgetToken = {
  chainId: 31337,
  address: usdc,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  logoURI: '',
  coingeckoId: 'usd-coin',
  cmcId: 3408,
} satisfies BacktestRequest['budgetToken'];

export function fiveTokenPath(seed: number, points: number): PriceHistory {
  return pricePath({ seed, points, startMs: START_MS, budgetToken: usdc, tokens: { [weth]: 3_000, [wbtc]: 60_000 } });
}
