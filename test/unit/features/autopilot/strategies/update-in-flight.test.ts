import { describe, expect, test } from 'bun:test';
import { withStrategyType } from '../../../../../machines/autopilot-agent/asking-strategy.ts';
import { noteFailure, noteFill } from '../../../../../machines/autopilot-agent/note-fill.ts';
import { engineStateOf } from '../../../../../machines/autopilot-agent/strategies/evaluation-context.ts';
import { updateEngineState } from '../../../../../machines/autopilot-agent/update-engine-state.ts';
import type { TradeIntent } from '../../../../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy, DcaStrategy, DipBuyStrategy, StopLossStrategy } from '../../../../../src/values/autopilot/policy.ts';
import type { BaseUnits } from '../../../../../src/values/base-units.ts';
import { type Desk, MINUTE_MS, openDesk, policyOf, TOKENS, usdc, WBTC, WETH, weth } from './desk.ts';

const buy: DcaStrategy = { id: 'one', type: 'dca', tokenOut: WETH, amount: '100', intervalSeconds: 60, maxRuns: 1 };
const dip: DipBuyStrategy = {
  id: 'one',
  type: 'dip_buy',
  tokenOut: WETH,
  amount: '50',
  dropBps: 500,
  lookbackSeconds: 3600,
  cooldownSeconds: 900,
};
const halfStop: StopLossStrategy = { id: 'one', type: 'stop_loss', token: WETH, lossBps: 100, sellBps: 5_000 };

/** Starts a trade and updates the agent's policy before the trade has ended. Returns the trade and the resulting engine state. */
function updatedInFlight(desk: Desk, policy: AutopilotPolicy) {
  const { trade } = desk.tick();
  if (trade === null) throw new Error('nothing was traded');
  const asked = withStrategyType(trade, desk.state.engineState.policy);
  return { asked, engineState: updateEngineState(desk.state.engineState, policy, TOKENS, desk.state.atMs) };
}

const filledWith = (desk: Desk, trade: TradeIntent, amountOut: BaseUnits) => ({
  ...{ amountIn: trade.amountIn, amountOut, blockTimeSec: desk.state.agent.blockTimeSec + 5 },
});

describe('a strategy that gets the id of another type while its trade is on its way', () => {
  test('starts without runs, and the agent keeps the bought amount', () => {
    const desk = openDesk([buy]);
    const { asked, engineState } = updatedInFlight(desk, policyOf([dip]));
    const after = noteFill(engineState, asked, filledWith(desk, asked, weth(50)), desk.state.atMs + 5_000);
    expect(engineStateOf(after, 'one')).toEqual(engineStateOf(engineState, 'one'));
    expect(engineStateOf(after, 'one')).toMatchObject({ runs: 0, lastFillAtMs: null, cooldownUntilMs: 0 });
    expect(after.basis).toEqual({ [WETH]: { quantity: weth(50), cost: usdc(100) } });
    expect(after.lastFillSec).toBe(desk.state.agent.blockTimeSec + 5);
  });

  test('makes all of its runs, and does not pause for an earlier failure', () => {
    const desk = openDesk([dip]);
    desk.state.highs[`${WETH}/3600`] = '3000';
    const { asked, engineState } = updatedInFlight(desk, policyOf([buy]));
    const filled = noteFill(engineState, asked, filledWith(desk, asked, weth(20)), desk.state.atMs + 5_000);
    expect(engineStateOf(filled, 'one')).toMatchObject({ runs: 0, nextAtMs: desk.state.atMs });
    const failed = noteFailure(engineState, asked, 'No pool.', desk.state.atMs + 5_000);
    expect(engineStateOf(failed, 'one')).toMatchObject({ failures: 0, cooldownUntilMs: 0, lastFailure: null });
  });

  test('keeps the token’s pause of the stop that sold', () => {
    const protections = { stopCooldownSeconds: 600 };
    const desk = openDesk([halfStop], { protections });
    desk.bought(WETH, weth(1000), usdc(2000));
    desk.quote({ [WETH]: '1000' });
    const { asked, engineState } = updatedInFlight(desk, policyOf([buy], { protections }));
    const after = noteFill(engineState, asked, filledWith(desk, asked, usdc(500)), desk.state.atMs);
    expect(after.protection.tokenCooldowns).toEqual({ [WETH]: desk.state.atMs + 600_000 });
    // The new policy contains a stop with the same id as the take-profit strategy that is selling. The result of that sale must not start
    // the new stop's cooldown.
    const other = openDesk([{ id: 'one', type: 'take_profit', token: WETH, priceUsd: '1', sellBps: 5_000, cooldownSeconds: 0 }], {
      protections,
    });
    other.bought(WETH, weth(1000), usdc(2000));
    const sale = updatedInFlight(other, policyOf([halfStop], { protections }));
    const sold = noteFill(sale.engineState, sale.asked, filledWith(other, sale.asked, usdc(500)), other.state.atMs);
    expect(sold.protection.tokenCooldowns).toEqual({});
    expect(engineStateOf(sold, 'one').waitsForRecovery).toBe(false);
    expect(sold.basis).toEqual({ [WETH]: { quantity: weth(500), cost: usdc(1000) } });
  });
});

test('a strategy that keeps its type has its fill, however often it is updated meanwhile', () => {
  const desk = openDesk([buy]);
  const { asked, engineState } = updatedInFlight(desk, policyOf([{ ...buy, amount: '7' }]));
  const after = noteFill(engineState, asked, filledWith(desk, asked, weth(50)), desk.state.atMs + 5_000);
  expect(engineStateOf(after, 'one')).toMatchObject({ runs: 1, lastFillAtMs: desk.state.atMs + 5_000 });
});

test('a stop that has sold a part waits for that token, and for no other that it is given to watch', () => {
  const desk = openDesk([halfStop]);
  desk.bought(WETH, weth(1000), usdc(2000));
  desk.quote({ [WETH]: '1000' });
  const { asked, engineState } = updatedInFlight(desk, policyOf([{ ...halfStop, token: WBTC }]));
  const inFlight = noteFill(engineState, asked, filledWith(desk, asked, usdc(500)), desk.state.atMs);
  expect(engineStateOf(inFlight, 'one')).toMatchObject({ runs: 1, waitsForRecovery: false });

  desk.fill(asked, usdc(500));
  desk.pass(MINUTE_MS);
  expect(engineStateOf(desk.state.engineState, 'one').waitsForRecovery).toBe(true);
  const same = updateEngineState(desk.state.engineState, policyOf([{ ...halfStop, note: 'kept' }]), TOKENS, desk.state.atMs);
  expect(engineStateOf(same, 'one').waitsForRecovery).toBe(true);
  const other = updateEngineState(desk.state.engineState, policyOf([{ ...halfStop, token: WBTC }]), TOKENS, desk.state.atMs);
  expect(engineStateOf(other, 'one').waitsForRecovery).toBe(false);
});
