import { describe, expect, test } from 'bun:test';
import { noteFailure } from '../../../../../machines/autopilot-agent/note-fill.ts';
import type { StopLossStrategy, TakeProfitStrategy } from '../../../../../src/values/autopilot/policy.ts';
import { asUnits } from '../../../../support/branded.ts';
import { type Desk, MINUTE_MS, openDesk, price, START_MS, USDC, usdc, WETH, weth } from './desk.ts';

const profit: TakeProfitStrategy = { id: 'tp', type: 'take_profit', token: WETH, gainBps: 2000, sellBps: 5000, cooldownSeconds: 3600 };
const stop: StopLossStrategy = { id: 'sl', type: 'stop_loss', token: WETH, lossBps: 1000, sellBps: 10_000 };

/** Creates an agent that has bought one WETH for 2000 USDC. */
function holding(strategies: Parameters<typeof openDesk>[0], more: Parameters<typeof openDesk>[1] = {}): Desk {
  const desk = openDesk(strategies, more);
  desk.bought(WETH, weth(1000), usdc(2000));
  return desk;
}

describe('take_profit', () => {
  test.each([
    ['2400', 'fired'],
    ['2399.999999999999999999', 'condition-not-met'],
  ] as const)('by gain, at %s dollars: %s', (usd, kind) => {
    const desk = holding([profit]);
    desk.quote({ [WETH]: usd });
    const { outcomes, trade } = desk.evaluate();
    expect(outcomes.tp?.kind).toBe(kind);
    expect(outcomes.tp?.numbers).toMatchObject({ averageCostInBudget: '2000', levelInBudget: '2400' });
    if (kind === 'fired') expect(trade).toMatchObject({ side: 'sell', tokenIn: WETH, tokenOut: USDC, amountIn: weth(500) });
  });

  test('is computed in the budget token, whose price counts as well', () => {
    const desk = holding([profit]);
    desk.quote({ [WETH]: '2400', [USDC]: '1.01' });
    expect(desk.evaluate().outcomes.tp?.kind).toBe('condition-not-met');
    desk.quote({ [WETH]: '1900', [USDC]: '0.75' });
    expect(desk.evaluate().outcomes.tp).toMatchObject({ kind: 'fired', numbers: { gainBps: '2666' } });
  });

  test('by price, without any cost', () => {
    const { gainBps, ...rest } = profit;
    expect(gainBps).toBe(2000);
    const desk = openDesk([{ ...rest, priceUsd: '2500.5' }]);
    desk.hold({ [WETH]: weth(1000) });
    desk.quote({ [WETH]: '2500.4999' });
    expect(desk.evaluate().outcomes.tp?.kind).toBe('condition-not-met');
    desk.quote({ [WETH]: '2500.5' });
    expect(desk.evaluate().trade?.amountIn).toBe(weth(500));
  });

  test('pauses after a fill', () => {
    const desk = holding([profit]);
    desk.quote({ [WETH]: '2400' });
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was sold');
    desk.fill(trade, usdc(1200));
    desk.pass(3_600_000 - 1);
    expect(desk.evaluate().outcomes.tp?.kind).toBe('cooldown');
    desk.pass(1);
    expect(desk.evaluate().trade?.amountIn).toBe(weth(250));
  });

  test('has no cost basis for deposits of the owner', () => {
    const desk = openDesk([profit]);
    expect(desk.evaluate().outcomes.tp?.kind).toBe('no-holding');
    desk.hold({ [WETH]: weth(1000) });
    expect(desk.evaluate().outcomes.tp?.kind).toBe('condition-not-met');
  });
});

describe('stop_loss', () => {
  test.each([
    ['1800', 'fired'],
    ['1800.000000000000000001', 'condition-not-met'],
  ] as const)('by loss, at %s dollars: %s', (usd, kind) => {
    const desk = holding([stop]);
    desk.quote({ [WETH]: usd });
    expect(desk.evaluate().outcomes.sl?.kind).toBe(kind);
  });

  test('sells are blocked neither by safety, protections nor limits, and are soon tried again after failures', () => {
    const desk = holding([stop], { safety: { minTokenScore: 100 }, protections: { exitsOnly: true } });
    desk.chain({ spentToday: usdc(3000), tradesToday: 10, dayStartSec: 1 });
    desk.quote({ [WETH]: '1000' });
    const { trade } = desk.evaluate();
    if (trade === null) throw new Error('nothing was sold');
    for (let i = 0; i < 6; i += 1) desk.state.engineState = noteFailure(desk.state.engineState, trade, 'no route', desk.state.atMs);
    expect(desk.state.engineState.strategies.sl?.cooldownUntilMs).toBe(desk.state.atMs + 5 * MINUTE_MS);
  });

  test('does not sell by an unconfirmed price of the token or of the budget token', () => {
    const desk = holding([stop]);
    desk.state.prices[WETH] = price('500', 'a jump');
    expect(desk.evaluate().outcomes.sl).toMatchObject({ kind: 'no-price', detail: 'A price cannot be used for selling: a jump' });
    desk.quote({ [WETH]: '2000' });
    desk.state.prices[USDC] = price('2', 'a jump');
    expect(desk.evaluate().outcomes.sl?.kind).toBe('no-price');
    desk.state.prices[USDC] = { kind: 'none', reason: 'stale-price', detail: 'old' };
    expect(desk.evaluate().outcomes.sl?.kind).toBe('stale-price');
  });

  test('that sells a part fires once, until the price was above it', () => {
    const desk = holding([{ ...stop, sellBps: 4000 }]);
    desk.quote({ [WETH]: '1700' });
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was sold');
    expect(trade.amountIn).toBe(weth(400));
    desk.fill(trade, usdc(680));
    desk.pass(MINUTE_MS);
    expect(desk.tick()).toMatchObject({
      trade: null,
      outcomes: { sl: { kind: 'condition-not-met', numbers: { waitsForRecovery: 'true' } } },
    });
    // This price is marked as untrusted, so it must not count as a recovery of the price.
    desk.state.prices[WETH] = price('1900', 'a jump');
    expect(desk.tick().noted.strategies.sl?.waitsForRecovery).toBe(true);
    desk.quote({ [WETH]: '1801' });
    expect(desk.tick().noted.strategies.sl?.waitsForRecovery).toBe(false);
    desk.quote({ [WETH]: '1799' });
    expect(desk.tick().trade?.amountIn).toBe(weth(240));
  });

  test('that sold its part is armed again by a new buy', () => {
    const desk = holding([{ ...stop, sellBps: 4000 }]);
    desk.quote({ [WETH]: '1700' });
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was sold');
    desk.fill(trade, usdc(680));
    desk.pass(MINUTE_MS);
    desk.bought(WETH, weth(10), usdc(20));
    expect(desk.tick().trade?.amountIn).toBe(weth(244));
  });

  test('sells all rather than leave less than a cent, and nothing that is worth less', () => {
    const desk = holding([{ ...stop, sellBps: 9999 }]);
    desk.hold({ [WETH]: asUnits('50000000000000') });
    desk.quote({ [WETH]: '1000' });
    expect(desk.evaluate().trade?.amountIn).toBe(asUnits('50000000000000'));
    desk.hold({ [WETH]: asUnits('9999999999999') });
    expect(desk.evaluate().outcomes.sl?.kind).toBe('no-holding');
    desk.hold({ [WETH]: asUnits('10000000000000') });
    expect(desk.evaluate().trade?.amountIn).toBe(asUnits('10000000000000'));
  });

  test('sells what the vault holds, deposits included', () => {
    const desk = holding([stop]);
    desk.hold({ [WETH]: weth(3000) });
    desk.quote({ [WETH]: '1000' });
    expect(desk.evaluate().trade?.amountIn).toBe(weth(3000));
  });
});

describe('a trailing stop', () => {
  const trail: StopLossStrategy = { id: 'trail', type: 'stop_loss', token: WETH, trailBps: 1000, sellBps: 10_000 };

  test('follows the high since entry', () => {
    const desk = holding([trail]);
    expect(desk.tick().noted.highs[WETH]).toBe('2000');
    desk.quote({ [WETH]: '3000' });
    expect(desk.tick().noted.highs[WETH]).toBe('3000');
    desk.quote({ [WETH]: '2700.01' });
    expect(desk.tick()).toMatchObject({ trade: null, outcomes: { trail: { numbers: { highUsd: '3000', levelUsd: '2700' } } } });
    desk.quote({ [WETH]: '2700' });
    expect(desk.tick().trade?.amountIn).toBe(weth(1000));
  });

  test('does not use a doubtful price as a high', () => {
    const desk = holding([trail]);
    desk.tick();
    desk.state.prices[WETH] = price('9000', 'a jump');
    expect(desk.tick().noted.highs[WETH]).toBe('2000');
  });

  test('starts again with each entry, at the price on which the buy was decided', () => {
    const desk = holding([
      trail,
      { id: 'dca', type: 'dca', tokenOut: WETH, amount: '100', intervalSeconds: 86_400, startAt: START_MS / 1000 + 300 },
    ]);
    desk.quote({ [WETH]: '3000' });
    desk.tick();
    desk.quote({ [WETH]: '2000' });
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was sold');
    desk.fill(trade, usdc(2000));
    desk.pass(MINUTE_MS);
    expect(desk.tick().noted.highs).toEqual({});
    // Only a tiny balance is left of the token, and the highest price is tracked for it. When the agent buys again, that earlier high must
    // not be used for the new balance.
    desk.hold({ [WETH]: asUnits('1') });
    desk.quote({ [WETH]: '2500' });
    expect(desk.tick().noted.highs[WETH]).toBe('2500');
    desk.quote({ [WETH]: '1500' });
    desk.pass(300_000);
    const again = desk.tick();
    expect(again.trade?.strategyId).toBe('dca');
    expect(again.noted.highs[WETH]).toBe('1500');
  });
});
