import { describe, expect, test } from 'bun:test';
import type { RebalanceStrategy } from '../../../../../src/values/autopilot/policy.ts';
import { MINUTE_MS, openDesk, price, START_MS, USDC, usdc, WBTC, WETH, weth } from './desk.ts';

const halves: RebalanceStrategy = {
  ...{ id: 're', type: 'rebalance', driftBps: 500, intervalSeconds: 86_400 },
  weights: [
    { token: WETH, weightBps: 5000 },
    { token: WBTC, weightBps: 5000 },
  ],
};
const withCash: RebalanceStrategy = {
  ...halves,
  weights: [
    { token: WETH, weightBps: 5000 },
    { token: USDC, weightBps: 5000 },
  ],
};
const wbtc = (units: number): string => `${BigInt(Math.round(units * 1e8))}`;

describe('rebalance', () => {
  test('is left alone while every weight is within its drift, to the unit', () => {
    const desk = openDesk([withCash]);
    desk.hold({ [USDC]: usdc(900), [WETH]: weth(550) });
    expect(desk.evaluate()).toMatchObject({
      trade: null,
      outcomes: { re: { kind: 'condition-not-met', numbers: { 'offBps:WETH': '500' } } },
    });
    expect(desk.evaluate().noted.strategies.re?.nextAtMs).toBe(START_MS + 86_400_000);
    desk.hold({ [USDC]: `${BigInt(usdc(900)) - 1n}` });
    expect(desk.evaluate().outcomes.re?.kind).toBe('fired');
  });

  test('sells what is over before it buys what is under, and then waits for its next round', () => {
    const desk = openDesk([halves]);
    desk.hold({ [USDC]: '0', [WETH]: weth(1000), [WBTC]: wbtc(0.02) });
    const first = desk.tick();
    expect(first.trade).toMatchObject({ side: 'sell', tokenIn: WETH, amountIn: weth(250) });
    if (first.trade === null) throw new Error('nothing was sold');
    desk.fill(first.trade, usdc(500));
    desk.pass(MINUTE_MS);
    const second = desk.tick();
    expect(second.trade).toMatchObject({ side: 'buy', tokenOut: WBTC, amountIn: usdc(500) });
    if (second.trade === null) throw new Error('nothing was bought');
    desk.fill(second.trade, wbtc(0.01));
    desk.pass(MINUTE_MS);
    expect(desk.tick().noted.strategies.re?.nextAtMs).toBe(START_MS + 86_400_000);
    desk.quote({ [WETH]: '4000' });
    expect(desk.tick()).toMatchObject({ trade: null, outcomes: { re: { kind: 'not-due' } } });
  });

  test('invests cash that has no weight, the most underweight token first, within the limits', () => {
    const desk = openDesk([halves]);
    desk.hold({ [USDC]: usdc(4000), [WETH]: weth(500) });
    expect(desk.evaluate().trade).toMatchObject({ tokenOut: WBTC, amountIn: usdc(1000) });
    desk.chain({ spentToday: usdc(2950), tradesToday: 3, dayStartSec: 1 });
    expect(desk.evaluate().trade).toMatchObject({ tokenOut: WBTC, amountIn: usdc(50) });
    desk.chain({ spentToday: usdc(3000) });
    const full = desk.evaluate();
    expect(full.outcomes.re).toMatchObject({ kind: 'over-limit', numbers: { limit: 'maxPerDay' } });
    expect(full.noted.strategies.re?.nextAtMs).toBe(START_MS);
  });

  test('buys another one when the most underweight may not be bought', () => {
    const desk = openDesk([halves], { safety: { minTokenScore: 50 } });
    desk.hold({ [USDC]: usdc(4000), [WETH]: weth(500) });
    desk.state.safety[WETH] = { score: 90, reason: '', atMs: START_MS };
    expect(desk.evaluate().trade?.tokenOut).toBe(WETH);
  });

  test('sells a little of an overweight token when there is no cash for an underweight one', () => {
    const third = {
      ...halves,
      driftBps: 1000,
      weights: [...halves.weights.map(({ token }) => ({ token, weightBps: 4000 })), { token: USDC, weightBps: 2000 }],
    };
    const desk = openDesk([third]);
    // Of a total value of 2000, WETH and cash are each 150 above their targets of 800 and 400, and WBTC is 300 below its target of 800.
    desk.hold({ [USDC]: usdc(550), [WETH]: weth(475), [WBTC]: wbtc(0.01) });
    expect(desk.evaluate().trade).toMatchObject({ side: 'buy', tokenOut: WBTC, amountIn: usdc(150) });
    desk.hold({ [USDC]: usdc(405) });
    expect(desk.evaluate().trade).toMatchObject({ side: 'sell', tokenIn: WETH });
  });

  test('needs every price, and one that is trusted', () => {
    const desk = openDesk([halves]);
    desk.state.prices[WBTC] = price('90000', 'a jump');
    expect(desk.evaluate().outcomes.re?.kind).toBe('no-price');
    desk.state.prices[WBTC] = { kind: 'none', reason: 'stale-price', detail: 'old' };
    const { noted, outcomes } = desk.tick();
    expect(outcomes.re?.kind).toBe('stale-price');
    expect(noted.strategies.re?.nextAtMs).toBe(START_MS);
  });

  test('ends its round when only buys are left and the policy is set to exits only', () => {
    const desk = openDesk([halves], { protections: { exitsOnly: true } });
    expect(desk.tick()).toMatchObject({ trade: null, outcomes: { re: { kind: 'protected' } } });
    expect(desk.state.engineState.strategies.re?.nextAtMs).toBe(START_MS + 86_400_000);
  });

  test('ends its round when there is nothing worth balancing', () => {
    const desk = openDesk([halves]);
    desk.hold({ [USDC]: '9999' });
    expect(desk.tick().outcomes.re?.kind).toBe('no-holding');
    expect(desk.state.engineState.strategies.re?.nextAtMs).toBe(START_MS + 86_400_000);
  });
});
