import { describe, expect, test } from 'bun:test';
import { evaluateStrategies } from '../../../../../machines/autopilot-agent/evaluate-strategies.ts';
import { noteFailure } from '../../../../../machines/autopilot-agent/note-fill.ts';
import type { DcaStrategy, DipBuyStrategy } from '../../../../../src/values/autopilot/policy.ts';
import { asUnits } from '../../../../support/branded.ts';
import { EXPIRY_SEC, LINK, MINUTE_MS, openDesk, price, START_MS, USDC, usdc, WBTC, WETH, weth } from './desk.ts';

const dca: DcaStrategy = { id: 'weekly', type: 'dca', tokenOut: WETH, amount: '100', intervalSeconds: 3600 };
const dip: DipBuyStrategy = {
  ...{ id: 'dip', type: 'dip_buy', tokenOut: WETH, amount: '100' },
  ...{ dropBps: 1000, lookbackSeconds: 86_400, cooldownSeconds: 600 },
};
const HIGH = `${WETH}/86400`;

describe('dca', () => {
  test('buys at its start, and not a moment before', () => {
    const desk = openDesk([{ ...dca, startAt: START_MS / 1000 + 60 }]);
    expect(desk.evaluate().outcomes.weekly).toMatchObject({ kind: 'not-due', numbers: { nextAtMs: `${START_MS + MINUTE_MS}` } });
    desk.pass(MINUTE_MS - 1);
    expect(desk.evaluate().trade).toBeNull();
    desk.pass(1);
    const { trade, outcomes } = desk.evaluate();
    expect(outcomes.weekly?.kind).toBe('fired');
    expect(trade).toMatchObject({ strategyId: 'weekly', side: 'buy', tokenIn: USDC, tokenOut: WETH, amountIn: usdc(100) });
  });

  test('makes one run after a gap, and continues on the schedule from its start', () => {
    const desk = openDesk([{ ...dca, startAt: START_MS / 1000 }]);
    desk.pass(5.5 * 3_600_000);
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    desk.fill(trade, weth(50));
    expect(desk.state.engineState.strategies.weekly).toMatchObject({ runs: 1, nextAtMs: START_MS + 6 * 3_600_000 });
    desk.pass(MINUTE_MS);
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('not-due');
  });

  test('ends with its last run', () => {
    const desk = openDesk([{ ...dca, maxRuns: 1 }]);
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    desk.fill(trade, weth(50));
    desk.pass(3_600_000);
    expect(desk.evaluate().outcomes.weekly).toMatchObject({ kind: 'finished', numbers: { runs: '1', maxRuns: '1' } });
  });

  test('cuts fraction digits that the budget token does not have', () => {
    expect(openDesk([{ ...dca, amount: '1.23456789' }]).evaluate().trade?.amountIn).toBe(asUnits('1234567'));
  });

  test('buys without any price', () => {
    const desk = openDesk([dca]);
    desk.state.prices = {};
    expect(desk.evaluate().trade?.amountIn).toBe(usdc(100));
  });

  test('does not spend less than a cent', () => {
    expect(openDesk([{ ...dca, amount: '0.01' }]).evaluate().outcomes.weekly?.kind).toBe('fired');
    expect(openDesk([{ ...dca, amount: '0.009999' }]).evaluate().outcomes.weekly?.kind).toBe('no-budget');
  });
});

describe('dip_buy', () => {
  test.each([
    ['1800', 'fired', '1000'],
    ['1800.000000000000000001', 'condition-not-met', '999'],
    ['2500', 'condition-not-met', '0'],
  ] as const)('at %p dollars under a high of 2000: %s', (usd, kind, dropBps) => {
    const desk = openDesk([dip]);
    desk.state.highs[HIGH] = '2000';
    desk.quote({ [WETH]: usd });
    const { outcomes } = desk.evaluate();
    expect(outcomes.dip).toMatchObject({ kind, numbers: { dropBps, referenceUsd: '2000', priceUsd: usd } });
  });

  test('accepts a price that an exit would refuse', () => {
    const desk = openDesk([dip]);
    desk.state.highs[HIGH] = '2000';
    desk.state.prices[WETH] = price('1000', 'a jump that nothing confirms');
    expect(desk.evaluate().outcomes.dip?.kind).toBe('fired');
  });

  test('says what is missing without a price or a high', () => {
    const desk = openDesk([dip]);
    expect(desk.evaluate().outcomes.dip?.kind).toBe('no-price');
    desk.state.highs[HIGH] = '2000';
    desk.state.prices[WETH] = { kind: 'none', reason: 'stale-price', detail: 'two hours old' };
    expect(desk.evaluate().outcomes.dip?.kind).toBe('stale-price');
    desk.quote({ [WETH]: '0' });
    expect(desk.evaluate().outcomes.dip?.kind).toBe('no-price');
  });

  test('pauses after a fill, to the millisecond', () => {
    const desk = openDesk([dip]);
    desk.state.highs[HIGH] = '2000';
    desk.quote({ [WETH]: '1000' });
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    desk.fill(trade, weth(100));
    desk.pass(600_000 - 1);
    expect(desk.evaluate().outcomes.dip).toMatchObject({ kind: 'cooldown', numbers: { cooldownUntilMs: `${START_MS + 600_000}` } });
    desk.pass(1);
    expect(desk.evaluate().outcomes.dip?.kind).toBe('fired');
  });
});

describe('reasons that block a buy', () => {
  test.each([
    ['maxPerTrade', { limits: { maxPerTrade: usdc(100) } }, 'fired'],
    ['maxPerTrade', { limits: { maxPerTrade: asUnits(`${BigInt(usdc(100)) - 1n}`) } }, 'over-limit'],
    ['maxPerDay', { spentToday: usdc(2900), tradesToday: 3, dayStartSec: 1 }, 'fired'],
    ['maxPerDay', { spentToday: asUnits(`${BigInt(usdc(2900)) + 1n}`), tradesToday: 3, dayStartSec: 1 }, 'over-limit'],
    ['maxTradesPerDay', { tradesToday: 9, dayStartSec: 1 }, 'fired'],
    ['maxTradesPerDay', { tradesToday: 10, dayStartSec: 1 }, 'over-limit'],
  ] as const)('%s of the vault: %p -> %s', (limit, change, kind) => {
    const desk = openDesk([dca]);
    const limits = { ...desk.state.agent.limits, ...('limits' in change ? change.limits : {}) };
    desk.chain({ ...change, limits });
    const { outcomes } = desk.evaluate();
    expect(outcomes.weekly?.kind).toBe(kind);
    expect(outcomes.weekly?.numbers.limit).toBe(kind === 'fired' ? undefined : limit);
  });

  test('a budget one unit short', () => {
    const desk = openDesk([dca]);
    desk.hold({ [USDC]: usdc(100) });
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('fired');
    desk.hold({ [USDC]: `${BigInt(usdc(100)) - 1n}` });
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('no-budget');
  });

  test('a token that scores too little, or was not scanned', () => {
    const desk = openDesk([dca], { safety: { minTokenScore: 60 } });
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('unsafe-token');
    desk.state.safety[WETH] = { score: null, reason: 'time-out', atMs: START_MS };
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('unsafe-token');
    desk.state.safety[WETH] = { score: 59, reason: 'tax', atMs: START_MS };
    expect(desk.evaluate().outcomes.weekly).toMatchObject({ kind: 'unsafe-token', numbers: { tokenScore: '59', minTokenScore: '60' } });
    desk.state.safety[WETH] = { score: 60, reason: 'tax', atMs: START_MS };
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('fired');
  });

  test('failures block it, longer each time, until a fill', () => {
    const desk = openDesk([dca]);
    const pauses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const { trade } = desk.tick();
      if (trade === null) throw new Error('nothing was tried');
      desk.state.engineState = noteFailure(desk.state.engineState, trade, 'it reverted', desk.state.atMs);
      const until = desk.state.engineState.strategies.weekly?.cooldownUntilMs ?? 0;
      pauses.push((until - desk.state.atMs) / MINUTE_MS);
      expect(desk.evaluate().outcomes.weekly).toMatchObject({ kind: 'cooldown', numbers: { failures: `${i + 1}` } });
      desk.pass(until - desk.state.atMs);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was tried');
    desk.fill(trade, weth(50));
    expect(desk.state.engineState.strategies.weekly).toMatchObject({ failures: 0, lastFailure: null, cooldownUntilMs: 0 });
  });
});

describe('before any strategy is evaluated', () => {
  test('the chain has to be readable, and read after the last fill', () => {
    const desk = openDesk([dca]);
    const unread = evaluateStrategies(desk.state.engineState, { ...desk.facts(), agent: null }, START_MS);
    expect(unread).toMatchObject({ trade: null, outcomes: { weekly: { kind: 'chain-unreadable' } } });
    expect(unread.noted).toBe(desk.state.engineState);
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    desk.fill(trade, weth(50));
    desk.pass(3_600_000);
    desk.chain({ blockTimeSec: START_MS / 1000 - 1 });
    const late = desk.evaluate();
    expect(late.outcomes.weekly?.kind).toBe('chain-unreadable');
    expect(late.noted).toBe(desk.state.engineState);
  });

  test('the agent has to be active on chain', () => {
    const desk = openDesk([dca]);
    desk.chain({ active: false });
    expect(desk.evaluate()).toMatchObject({ trade: null, outcomes: { weekly: { kind: 'inactive-on-chain' } } });
  });

  test('the policy trades until its expiry, and not a second after', () => {
    const desk = openDesk([dca]);
    desk.pass(EXPIRY_SEC * 1000 - START_MS);
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('fired');
    desk.pass(1000);
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('expired');
    expect(desk.tick().noted.strategies.weekly?.isOver).toBe(true);
  });

  test('the vault’s clock decides about the expiry', () => {
    const desk = openDesk([dca]);
    desk.chain({ limits: { ...desk.state.agent.limits, expirySec: START_MS / 1000 + 5 }, blockTimeSec: START_MS / 1000 + 6 });
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('expired');
  });

  test('a strategy ends at its own expiry, and is inactive while it is switched off', () => {
    const desk = openDesk([
      { ...dca, expiresAt: START_MS / 1000 + 60 },
      { ...dca, id: 'off', enabled: false },
    ]);
    expect(desk.evaluate()).toMatchObject({ outcomes: { weekly: { kind: 'fired' }, off: { kind: 'disabled' } } });
    desk.pass(MINUTE_MS);
    expect(desk.evaluate().outcomes.weekly?.kind).toBe('expired');
  });
});

describe('several strategies', () => {
  test('the first that fires and fits wins, and later ones say so', () => {
    const desk = openDesk([
      { ...dca, id: 'too-much', amount: '1000.000001' },
      { ...dca, id: 'first', tokenOut: WBTC },
      { ...dca, id: 'second', tokenOut: LINK },
    ]);
    const { trade, outcomes } = desk.evaluate();
    expect(trade?.strategyId).toBe('first');
    expect(outcomes).toMatchObject({
      'too-much': { kind: 'over-limit' },
      first: { kind: 'fired' },
      second: { kind: 'superseded', numbers: { by: 'first' } },
    });
  });

  test('a tick in which nothing happens gives the same engine state', () => {
    const desk = openDesk([
      { ...dca, startAt: START_MS / 1000 + 3600 },
      dip,
      { id: 's', type: 'stop_loss', token: WETH, trailBps: 500, sellBps: 10_000 },
    ]);
    desk.state.highs[HIGH] = '2000';
    desk.bought(WETH, weth(1000), usdc(2000));
    desk.tick();
    const { engineState } = desk.state;
    desk.pass(MINUTE_MS);
    expect(desk.tick().noted).toBe(engineState);
  });
});
