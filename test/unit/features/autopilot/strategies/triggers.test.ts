import { describe, expect, test } from 'bun:test';
import { neededFacts } from '../../../../../machines/autopilot-agent/needed-facts.ts';
import { noteMove } from '../../../../../machines/autopilot-agent/note-fill.ts';
import { triggersOf } from '../../../../../machines/autopilot-agent/triggers-of.ts';
import type { Strategy } from '../../../../../src/values/autopilot/policy.ts';
import { parseRational } from '../../../../../src/values/rational.ts';
import { doubleOf } from '../../../../../src/values/trigger-value.ts';
import { MINUTE_MS, openDesk, START_MS, USDC, usdc, WETH, weth } from './desk.ts';

const PRICE = `price/31337/${WETH}`;

/** Returns the wake conditions of an agent that has read its vault and bought one WETH for 2000 USDC. */
function wakeConditionsOf(strategies: readonly Strategy[], more: Parameters<typeof openDesk>[1] = {}) {
  const desk = openDesk(strategies, more);
  desk.bought(WETH, weth(1000), usdc(2000));
  desk.tick();
  return { desk, ...triggersOf(desk.state.engineState) };
}

describe('the wake conditions of an agent', () => {
  test('a first look, a fill and a move of its owner', () => {
    const desk = openDesk([]);
    expect(triggersOf(desk.state.engineState).dueAtMs).toBe(START_MS);
    desk.tick();
    // The vault's data was read and no fill has changed it since, so the agent need not wake to read it again.
    expect(triggersOf(desk.state.engineState)).toEqual({ dueAtMs: null, triggers: [] });
    expect(triggersOf(noteMove(desk.state.engineState, START_MS + 5)).dueAtMs).toBe(START_MS + 5);
  });

  test('the next run of a dca, and none once it is finished, expired, or blocked for good', () => {
    const dca: Strategy = { id: 'd', type: 'dca', tokenOut: WETH, amount: '1', intervalSeconds: 60, startAt: START_MS / 1000 + 3600 };
    expect(wakeConditionsOf([dca]).dueAtMs).toBe(START_MS + 3_600_000);
    expect(wakeConditionsOf([{ ...dca, expiresAt: START_MS / 1000 + 3600 }]).dueAtMs).toBeNull();
    expect(wakeConditionsOf([{ ...dca, enabled: false }]).dueAtMs).toBeNull();
    expect(wakeConditionsOf([{ ...dca, maxRuns: 0 }]).dueAtMs).toBeNull();
    expect(wakeConditionsOf([dca], { protections: { exitsOnly: true } }).dueAtMs).toBeNull();
  });

  test('a drop, or the end of a pause', () => {
    const dip: Strategy = {
      id: 'd',
      type: 'dip_buy',
      tokenOut: WETH,
      amount: '10',
      dropBps: 500,
      lookbackSeconds: 600,
      cooldownSeconds: 900,
    };
    const { desk, triggers, dueAtMs } = wakeConditionsOf([dip]);
    expect({ triggers, dueAtMs }).toEqual({ dueAtMs: null, triggers: [{ topic: `drop/31337/${WETH}/600`, op: 'at-least', value: 500 }] });
    desk.state.highs[`${WETH}/600`] = '4000';
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was bought');
    desk.fill(trade, weth(5));
    desk.pass(MINUTE_MS);
    desk.tick();
    expect(triggersOf(desk.state.engineState)).toEqual({ dueAtMs: START_MS + MINUTE_MS + 900_000, triggers: [] });
  });

  test('prices from the cost basis, widened by the unnoticed movement of the budget token', () => {
    const { triggers } = wakeConditionsOf([
      { id: 'tp', type: 'take_profit', token: WETH, gainBps: 1000, sellBps: 5000, cooldownSeconds: 0 },
    ]);
    expect(triggers.map(({ topic, op }) => [topic, op])).toEqual([
      [PRICE, 'at-least'],
      [`price/31337/${USDC}`, 'at-least'],
      [`price/31337/${USDC}`, 'at-most'],
    ]);
    // Values at which the triggers fire: the token's price falls by 1 % from 2200 dollars, or the budget token's price leaves the range of
    // 1 % around a dollar.
    for (const [i, value] of [2178, 1.01, 0.99].entries()) expect(triggers[i]?.value).toBeCloseTo(value, 6);
  });

  test('a stop and its recovery, the high of a trailing one', () => {
    const stop: Strategy = { id: 'sl', type: 'stop_loss', token: WETH, priceUsd: '1900', sellBps: 5000 };
    const { desk, triggers } = wakeConditionsOf([stop]);
    expect(triggers).toEqual([{ topic: PRICE, op: 'at-most', value: doubleOf(parseRational('1900'), 'above') }]);
    desk.quote({ [WETH]: '1800' });
    const { trade } = desk.tick();
    if (trade === null) throw new Error('nothing was sold');
    desk.fill(trade, usdc(900));
    expect(triggersOf(desk.state.engineState).triggers).toEqual([
      { topic: PRICE, op: 'at-least', value: doubleOf(parseRational('1900'), 'below') },
    ]);
    const trail = wakeConditionsOf([{ id: 't', type: 'stop_loss', token: WETH, trailBps: 1000, sellBps: 10_000 }]);
    expect(trail.triggers.map(({ op, value }) => [op, Math.round(value)])).toEqual([
      ['at-most', 1800],
      ['at-least', 2000],
    ]);
  });

  test('every tick for a trailing stop without a holding, unless moves of the owner are seen', () => {
    const desk = openDesk([{ id: 't', type: 'stop_loss', token: WETH, trailBps: 1000, sellBps: 10_000 }]);
    desk.tick();
    expect(triggersOf(desk.state.engineState).triggers).toEqual([{ topic: PRICE, op: 'at-least', value: 0 }]);
    expect(triggersOf(desk.state.engineState, { seesMoves: true }).triggers).toEqual([]);
  });

  test('every tick while a drawdown is watched on something that has a price', () => {
    const { triggers } = wakeConditionsOf([], { protections: { maxDrawdownBps: 500 } });
    expect(triggers).toEqual([{ topic: `price/31337/${USDC}`, op: 'at-least', value: 0 }]);
  });
});

test('a trigger is never stricter than the condition that it stands for', () => {
  for (const text of ['0.000000000000000001', '0.1', '1', '1999.999999999999999999', '123456789012345678901234567890.5']) {
    const exact = Number(text);
    expect(doubleOf(parseRational(text), 'below')).toBeLessThan(exact);
    expect(doubleOf(parseRational(text), 'above')).toBeGreaterThan(exact);
    expect(doubleOf(parseRational(text), 'above') / exact - 1).toBeLessThan(1e-11);
  }
  expect(doubleOf({ numerator: 10n ** 400n, denominator: 1n }, 'above')).toBe(Number.MAX_VALUE);
});

test('exactly the requested facts are read', () => {
  const desk = openDesk(
    [
      { id: 'd', type: 'dip_buy', tokenOut: WETH, amount: '1', dropBps: 5, lookbackSeconds: 600, cooldownSeconds: 0 },
      { id: 'off', enabled: false, type: 'dip_buy', tokenOut: WETH, amount: '1', dropBps: 5, lookbackSeconds: 900, cooldownSeconds: 0 },
    ],
    { safety: { minTokenScore: 1 } },
  );
  expect(neededFacts(desk.state.engineState)).toEqual({ prices: [USDC, WETH], highs: [`${WETH}/600`], safety: [WETH] });
});
