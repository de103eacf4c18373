import { expect, test } from 'bun:test';
import { firstEngineState } from '../../../machines/autopilot-agent/first-engine-state.ts';
import { noteFill } from '../../../machines/autopilot-agent/note-fill.ts';
import { undoFill } from '../../../machines/autopilot-agent/undo-fill.ts';
import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../../src/values/base-units.ts';
import { asUnits } from '../../support/branded.ts';
import { bought, fill, policy, T0, tokens, usdc, weth } from './agent-samples.ts';

const buy: Strategy = { id: 'buy', type: 'dca', tokenOut: weth, amount: '10', intervalSeconds: 3600 };
const stop: Strategy = { id: 'stop', type: 'stop_loss', token: weth, lossBps: 100, sellBps: 5_000 };
const protections = { maxLosses: { count: 3, windowSeconds: 3600, pauseSeconds: 600 }, stopCooldownSeconds: 300 };
const start = firstEngineState({ ...policy([buy, stop]), protections }, tokens, T0);
const sale = { strategyId: 'stop', side: 'sell', tokenIn: weth, tokenOut: usdc, amountIn: asUnits('1'), reason: '' } as const;
const at = (sec: number) => ({ ...fill, blockTimeSec: T0 / 1000 + sec });

test('undoing a buy restores the state before it, and the same buy again the state after it', () => {
  const once = noteFill(start, bought, at(0), T0);
  const twice = noteFill(once, bought, at(3_600), T0 + 3_600_000);
  const undone = undoFill(twice, bought, at(3_600), T0 + 3_700_000);
  expect(undone.basis).toEqual(once.basis);
  expect(undone.strategies.buy).toMatchObject({ runs: 1, nextAtMs: once.strategies.buy?.nextAtMs });
  const again = noteFill(undone, bought, at(3_700), T0 + 3_700_000);
  expect(again.basis).toEqual(twice.basis);
  expect(again.strategies.buy).toMatchObject({ runs: 2, nextAtMs: twice.strategies.buy?.nextAtMs });
});

test('a stop that is undone is armed again: the sold amount is held at its cost, and its loss and pause are removed', () => {
  const held = noteFill(start, bought, at(0), T0);
  const half = toBaseUnits(BigInt(fill.amountOut) / 2n);
  const sold = { amountIn: half, amountOut: asUnits('1000000'), blockTimeSec: T0 / 1000 + 60 };
  const after = noteFill(held, sale, sold, T0 + 60_000);
  expect(after.strategies.stop).toMatchObject({ waitsForRecovery: true, runs: 1 });
  expect([after.protection.losses.length, Object.keys(after.protection.tokenCooldowns)]).toEqual([1, [weth]]);
  const undone = undoFill(after, sale, sold, T0 + 120_000);
  expect(undone.basis).toEqual(held.basis);
  expect(undone.strategies.stop).toMatchObject({ waitsForRecovery: false, runs: 0, cooldownUntilMs: 0 });
  expect([undone.protection.losses, undone.protection.tokenCooldowns]).toEqual([[], {}]);
});

test('undoing a partly sold buy removes the rest, and undoing a sale of everything restores it at its price', () => {
  const held = noteFill(start, bought, at(0), T0);
  const more = noteFill(held, bought, at(60), T0 + 60_000);
  const left = noteFill(more, sale, { ...at(90), amountIn: fill.amountOut, amountOut: asUnits('9000000') }, T0 + 90_000);
  expect(undoFill(left, bought, at(60), T0 + 120_000).basis).toEqual({});
  const out = noteFill(held, sale, { ...at(90), amountIn: fill.amountOut, amountOut: asUnits('9000000') }, T0 + 90_000);
  const back = undoFill(out, sale, { ...at(90), amountIn: fill.amountOut, amountOut: asUnits('9000000') }, T0 + 120_000);
  expect(back.basis).toEqual({ [weth]: { quantity: fill.amountOut, cost: asUnits('9000000') } });
});
