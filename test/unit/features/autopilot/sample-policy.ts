import { asAddress, asChainAddress } from '../../../support/branded.ts';
export const NOW = Date.UTC(2026, 10, 28, 12);
export const WALLET = asAddress(`0x${'aa'.repeat(20)}`);
export const USDC = asChainAddress(`0x${'0c'.repeat(20)}`);
export const WETH = asAddress(`0x${'0e'.repeat(20)}`);
export const WBTC = asAddress(`0x${'0b'.repeat(20)}`);

/** A list with one strategy of each type. */
export const strategies = {
  dca: { id: 'dca', type: 'dca', tokenOut: WETH, amount: '10', intervalSeconds: 3600, maxRuns: 5, startAt: 1_800_000_000 },
  dip: { id: 'dip', type: 'dip_buy', tokenOut: WETH, amount: '12.5', dropBps: 500, lookbackSeconds: 86_400, cooldownSeconds: 0 },
  profit: { id: 'profit', type: 'take_profit', token: WETH, gainBps: 2_000, sellBps: 5_000, cooldownSeconds: 3600 },
  stop: { id: 'stop', type: 'stop_loss', token: WETH, trailBps: 1_000, sellBps: 10_000, enabled: false, note: 'Später', expiresAt: 1 },
  balance: {
    id: 'balance',
    type: 'rebalance',
    weights: [
      { token: WETH, weightBps: 6_000 },
      { token: USDC, weightBps: 4_000 },
    ],
    driftBps: 300,
    intervalSeconds: 86_400,
  },
};

/** A valid policy document with every field that a policy may have. */
export const document = {
  version: 1,
  wallet: WALLET,
  chainId: 31337,
  budgetToken: USDC,
  allowTokens: [USDC, WETH, WBTC],
  limits: { maxPerTradeUsd: 50, maxPerDayUsd: 200.5, maxTradesPerDay: 10, expiry: NOW / 1000 + 30 * 86_400 },
  safety: { minTokenScore: 60 },
  slippageBps: 100,
  strategies: Object.values(strategies),
  protections: {
    maxLosses: { count: 3, windowSeconds: 86_400, pauseSeconds: 3600 },
    stopCooldownSeconds: 0,
    maxDrawdownBps: 2_000,
    exitsOnly: false,
  },
  paper: false,
};
