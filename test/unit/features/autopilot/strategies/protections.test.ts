import { describe, expect, test } from 'bun:test';
import { engineStateOf } from '../../../../../machines/autopilot-agent/strategies/evaluation-context.ts';
import { updateEngineState } from '../../../../../machines/autopilot-agent/update-engine-state.ts';
import type { DcaStrategy, StopLossStrategy } from '../../../../../src/values/autopilot/policy.ts';
import { asUnits } from '../../../../support/branded.ts';
import { type Desk, MINUTE_MS, openDesk, policyOf, price, START_MS, TOKENS, USDC, usdc, WBTC, WETH, weth } from './desk.ts';

const stop: StopLossStrategy = { id: 'sl', type: 'stop_loss', token: WETH, lossBps: 100, sellBps: 10_000 };
const buy: DcaStrategy = { id: 'dca', type: 'dca', tokenOut: WETH, amount: '100', intervalSeconds: 60 };
const other: DcaStrategy = { ...buy, id: 'other', tokenOut: WBTC };

/** Makes the agent lose: it bought one WETH for 2000 USDC, and a stop sells it at 1000. */
function lose(desk: Desk): void {
  desk.bought(WETH, weth(1000), usdc(2000));
  desk.quote({ [WETH]: '1000' });
  const { trade } = desk.tick();
  if (trade?.strategyId !== 'sl') throw new Error('the stop did not fire');
  desk.fill(trade, usdc(1000));
  desk.quote({ [WETH]: '2000' });
}

describe('losses in a window', () => {
  const protections = { maxLosses: { count: 2, windowSeconds: 3600, pauseSeconds: 600 } };

  test('stop buys for their pause, with reason and end', () => {
    const desk = openDesk([stop, buy], { protections });
    lose(desk);
    desk.pass(3_600_000 - 2 * MINUTE_MS);
    expect(desk.evaluate().outcomes.dca?.kind).toBe('fired');
    lose(desk);
    const until = desk.state.atMs + 600_000;
    expect(desk.state.engineState.protection.buyStop).toMatchObject({ reason: 'max-losses', untilMs: until });
    desk.pass(600_000 - 1);
    expect(desk.evaluate().outcomes.dca).toMatchObject({ kind: 'protected', numbers: { protection: 'max-losses', untilMs: `${until}` } });
    desk.pass(1);
    expect(desk.tick().outcomes.dca?.kind).toBe('fired');
    expect(desk.state.engineState.protection.buyStop).toBeNull();
  });

  test('count only within the window, and only when something was lost', () => {
    const desk = openDesk([stop, buy], { protections });
    lose(desk);
    desk.pass(3_600_000);
    lose(desk);
    expect(desk.state.engineState.protection.buyStop).toBeNull();
    expect(desk.state.engineState.protection.losses).toMatchObject([{ token: WETH, lossBaseUnits: usdc(1000) }]);
    desk.bought(WETH, weth(1000), usdc(500));
    desk.fill({ strategyId: 'tp', side: 'sell', tokenIn: WETH, tokenOut: USDC, amountIn: weth(1000), reason: 'gain' }, usdc(500));
    expect(desk.state.engineState.protection.losses).toHaveLength(1);
  });
});

test('a stop blocks buys of its own token for a while, and of no other', () => {
  const desk = openDesk([stop, buy, other], { protections: { stopCooldownSeconds: 600 } });
  lose(desk);
  const until = desk.state.atMs + 600_000;
  desk.pass(600_000 - 1);
  expect(desk.evaluate().outcomes).toMatchObject({
    dca: { kind: 'protected', numbers: { protection: 'stop-cooldown', untilMs: `${until}` } },
    other: { kind: 'fired' },
  });
  desk.pass(1);
  expect(desk.tick().outcomes.dca?.kind).toBe('fired');
  expect(desk.state.engineState.protection.tokenCooldowns).toEqual({});
});

describe('drawdown', () => {
  function exposed(): Desk {
    const desk = openDesk([other], { protections: { maxDrawdownBps: 1000 } });
    desk.hold({ [USDC]: usdc(1000), [WETH]: weth(500) });
    desk.pass(MINUTE_MS);
    desk.tick();
    return desk;
  }

  test('stops buys at its bound, until the policy is updated', () => {
    const desk = exposed();
    expect(desk.state.engineState.protection.peakValue).toBe(usdc(2000));
    desk.quote({ [WETH]: '1600.000002' });
    expect(desk.tick().outcomes.other?.kind).toBe('fired');
    desk.quote({ [WETH]: '1600' });
    expect(desk.tick().outcomes.other).toMatchObject({ kind: 'protected', numbers: { protection: 'max-drawdown' } });
    desk.quote({ [WETH]: '9000' });
    expect(desk.tick().outcomes.other?.kind).toBe('protected');
    desk.state.engineState = updateEngineState(
      desk.state.engineState,
      policyOf([other], { protections: { maxDrawdownBps: 1000 } }),
      TOKENS,
      desk.state.atMs,
    );
    expect(desk.tick().outcomes.other?.kind).toBe('fired');
    expect(desk.state.engineState.protection.peakValue).toBe(usdc(5500));
  });

  test('counts neither a withdrawal as a loss nor a deposit as a gain', () => {
    const desk = exposed();
    desk.hold({ [USDC]: asUnits('0') });
    desk.pass(MINUTE_MS);
    expect(desk.tick().noted.protection).toMatchObject({ buyStop: null, peakValue: usdc(1000) });
    desk.quote({ [WETH]: '1900' });
    desk.hold({ [USDC]: usdc(950) });
    desk.pass(MINUTE_MS);
    // Before the deposit, the portfolio was 5 % below its peak because of the price. The deposit must raise the stored peak, so that the
    // portfolio is still 5 % below it.
    expect(desk.tick().noted.protection).toMatchObject({ buyStop: null, peakValue: usdc(2000) });
  });

  test('knows its own fills from its owner moves', () => {
    const desk = exposed();
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    // The agent's small buy loses half of its amount to fees, which is a loss of 50 out of 2000. Unlike a withdrawal by the owner, this
    // loss must not lower the stored peak.
    desk.fill(trade, '100000');
    desk.pass(MINUTE_MS);
    expect(desk.tick().noted.protection).toMatchObject({ buyStop: null, peakValue: usdc(2000) });
    desk.quote({ [WETH]: '1700.01' });
    expect(desk.tick().noted.protection.buyStop).toBeNull();
    desk.quote({ [WETH]: '1699' });
    expect(desk.tick().noted.protection.buyStop?.reason).toBe('max-drawdown');
  });

  test('uses trusted prices only', () => {
    const desk = exposed();
    desk.state.prices[WETH] = price('90000', 'a jump');
    desk.tick();
    desk.state.prices[WETH] = price('1', 'a jump');
    expect(desk.tick().noted.protection).toMatchObject({ buyStop: null, peakValue: usdc(2000) });
  });
});

describe('an update of the policy', () => {
  test('keeps runs, times and costs of what keeps its id and type', () => {
    const desk = openDesk([buy, stop, { ...other, id: 'gone' }]);
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    desk.fill(trade, weth(50));
    const before = desk.state.engineState;
    const next = updateEngineState(
      before,
      policyOf([
        { ...buy, amount: '7' },
        { ...other, id: 'sl' },
      ]),
      TOKENS,
      START_MS + 5000,
    );
    expect(engineStateOf(next, 'dca')).toEqual(engineStateOf(before, 'dca'));
    expect(next.strategies.sl).toMatchObject({ runs: 0, nextAtMs: START_MS + 5000 });
    expect(Object.keys(next.strategies)).toEqual(['dca', 'sl']);
    expect(next.basis).toEqual({ [WETH]: { quantity: weth(50), cost: usdc(100) } });
    expect(next.lookAtMs).toBe(START_MS + 5000);
  });

  test('does not end a pause, and resets failures', () => {
    const desk = openDesk([buy]);
    const pausing = { ...engineStateOf(desk.state.engineState, 'dca'), cooldownUntilMs: START_MS + 9000 };
    const withPause = (failures: number) => ({ ...desk.state.engineState, strategies: { dca: { ...pausing, failures } } });
    expect(updateEngineState(withPause(0), policyOf([buy]), TOKENS, START_MS).strategies.dca?.cooldownUntilMs).toBe(START_MS + 9000);
    expect(updateEngineState(withPause(3), policyOf([buy]), TOKENS, START_MS).strategies.dca).toMatchObject({
      cooldownUntilMs: 0,
      failures: 0,
    });
  });

  test('continues from the last run when a schedule changes', () => {
    const desk = openDesk([buy]);
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    desk.fill(trade, weth(50));
    const hourly = updateEngineState(desk.state.engineState, policyOf([{ ...buy, intervalSeconds: 3600 }]), TOKENS, START_MS + 5000);
    expect(hourly.strategies.dca?.nextAtMs).toBe(START_MS + 3_600_000);
    const onGrid = { ...buy, intervalSeconds: 3600, startAt: START_MS / 1000 - 1800 };
    expect(updateEngineState(desk.state.engineState, policyOf([onGrid]), TOKENS, START_MS + 5000).strategies.dca?.nextAtMs).toBe(
      START_MS + 1_800_000,
    );
  });
});
