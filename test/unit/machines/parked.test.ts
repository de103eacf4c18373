import { describe, expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { whyDcaPosition } from '../../../actors/dca-position/why.ts';
import { firstEngineState } from '../../../machines/autopilot-agent/first-engine-state.ts';
import { noteFailure } from '../../../machines/autopilot-agent/note-fill.ts';
import { isMoved, unparked } from '../../../machines/autopilot-agent/parked.ts';
import type { DcaPositionEvent } from '../../../machines/dca-position/events.ts';
import { dcaPositionMachine } from '../../../machines/dca-position.ts';
import { parseAddress } from '../../../src/values/address.ts';
import type { OnChainAgent } from '../../../src/values/autopilot/facts.ts';
import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import { asAddress, asHash, asUnits } from '../../support/branded.ts';

// Tests that orders of positions with worthless tokens are planned rarely. In the past, each such position cost a plan (routes,
// simulations) every five minutes for as long as its owner kept it open.

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const T0 = Date.UTC(2026, 0, 1);
type Skip = { readonly kind: string; readonly parksForMinutes?: number };

/** Creates a position that is always due, whose order is skipped at every plan, and that is ticked every minute. */
function position() {
  const terms = {
    wallet: asAddress('0xw'),
    chainId: 31337,
    fromToken: asAddress('0xa'),
    toToken: asAddress('0xb'),
    fromDecimals: 6,
    toDecimals: 18,
  };
  const input = { recordId: 'r1', terms: { ...terms, amountBaseUnits: asUnits('100'), frequency: 3, durationSec: 3600 } };
  let [snapshot] = initialTransition(dcaPositionMachine, { ...input, isAutoBuy: true, timeFrame: null, isAdopted: true });
  const send = (event: DcaPositionEvent) => {
    const [next, actions] = transition(dcaPositionMachine, snapshot, event);
    snapshot = next;
    return actions.map(({ type }) => type);
  };
  const status = 'active' as const;
  const onChain = {
    status,
    amount: asUnits('100'),
    frequency: 3,
    intervalSec: 3600,
    processed: 0,
    spent: asUnits('0'),
    received: asUnits('0'),
    claimable: asUnits('0'),
  };
  const times = { depositTimeSec: T0 / 1000, lastOrderTimeSec: 0, nextOrderTimeSec: T0 / 1000, nextOrderAmount: asUnits('33') };
  const position = { ...onChain, ...times, isAutoBuy: true, autoClaim: false };
  send({ type: 'LINKED', link: { vault: asAddress('0xv'), positionId: 1 }, at: T0 });
  let now = T0;
  return {
    send,
    snapshot: () => snapshot,
    nowMs: () => now,
    /** Returns how many times the order was planned within this many minutes. */
    plansWithin(minutes: number, skip: Skip): number {
      let plans = 0;
      for (let i = 0; i < minutes; i += 1, now += MINUTE) {
        const asked = send({ type: 'TICK', at: now, reading: { position, blockTimeSec: now / 1000 } });
        if (!asked.includes('planOrder')) continue;
        plans += 1;
        const itemKey = snapshot.context.order?.itemKey ?? '';
        send({ type: 'ORDER_SKIPPED', itemKey, detail: 'nobody trades it', nextAttemptAtMs: null, at: now, ...skip });
      }
      return plans;
    },
  };
}

describe('a position that cannot be planned for a reason that lasts', () => {
  const noPrice = { kind: 'no-price', parksForMinutes: 1_440 };

  test('is tried less and less: a few times on its first day, finally once a day', () => {
    const worthless = position();
    expect(worthless.plansWithin(1_440, noPrice)).toBeLessThan(20);
    worthless.plansWithin(2 * 1_440, noPrice);
    expect(worthless.plansWithin(10 * 1_440, noPrice)).toBe(10);
    const { lastSkip, nextAttemptAtMs } = worthless.snapshot().context;
    expect(lastSkip).toMatchObject({ kind: 'no-price', isParked: true });
    expect(nextAttemptAtMs - worthless.nowMs()).toBeLessThanOrEqual(DAY);
  });

  test('waits up to the limit of its reason, and a short-lived reason never leads to long waits', () => {
    const poor = position();
    poor.plansWithin(1_440, { kind: 'not-worth-gas', parksForMinutes: 60 });
    expect(poor.plansWithin(1_440, { kind: 'not-worth-gas', parksForMinutes: 60 })).toBe(24);
    const passing = position();
    passing.plansWithin(1_440, { kind: 'output-below-minimum' });
    expect(passing.plansWithin(60, { kind: 'output-below-minimum' })).toBe(12);
    expect(passing.snapshot().context.lastSkip).not.toHaveProperty('isParked');
  });

  test('is tried at the next tick after an action of its owner, and its explanation says so', () => {
    const worthless = position();
    worthless.plansWithin(3 * 1_440, noPrice);
    const why = whyDcaPosition(worthless.snapshot(), worthless.nowMs());
    expect(why.code).toBe('no-price');
    expect(why.details.join(' ')).toContain('the service rarely tries again');
    worthless.send({ type: 'LOOK', at: worthless.nowMs() });
    expect(worthless.plansWithin(1, noPrice)).toBe(1);
    expect(whyDcaPosition(worthless.snapshot(), worthless.nowMs()).details.join(' ')).not.toContain('the service rarely tries again');
  });
});

describe('a strategy that cannot trade for a reason that lasts', () => {
  const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
  const usdc = parseAddress(`0x${'b1'.repeat(20)}`);
  const weth = parseAddress(`0x${'c1'.repeat(20)}`);
  const strategies: Strategy[] = [
    { id: 'buy', type: 'dca', tokenOut: weth, amount: asUnits('10'), intervalSeconds: 60 },
    { id: 'stop', type: 'stop_loss', token: weth, priceUsd: '2000', sellBps: 10_000 },
  ];
  const limits = { maxPerTradeUsd: 1000, maxPerDayUsd: 5000, maxTradesPerDay: 10, expiry: T0 / 1000 + 1e6 };
  const policy = { version: 1 as const, wallet, chainId: 31337, budgetToken: usdc, allowTokens: [usdc, weth], limits };
  const tokens = { [usdc]: { symbol: 'USDC', decimals: 6 }, [weth]: { symbol: 'WETH', decimals: 18 } };
  const engineState = firstEngineState({ ...policy, safety: { minTokenScore: 0 }, slippageBps: 100, strategies }, tokens, T0);
  const buy = { strategyId: 'buy', side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: asUnits('1'), reason: '' } as const;
  const stop = { strategyId: 'stop', side: 'sell', tokenIn: weth, tokenOut: usdc, amountIn: asUnits('1'), reason: '' } as const;

  function failing(trade: typeof buy | typeof stop, times: number, more: Parameters<typeof noteFailure>[4] = {}) {
    let so = engineState;
    for (let i = 0; i < times; i += 1) so = noteFailure(so, trade, 'No pool.', T0, more);
    const own = so.strategies[trade.strategyId];
    if (own === undefined) throw new Error('nothing noted');
    return { so, own, pauseMinutes: (own.cooldownUntilMs - T0) / MINUTE };
  }

  test('pauses up to a day, an exit up to an hour; other failures as before', () => {
    expect(failing(buy, 10, { parksForMinutes: 1_440 })).toMatchObject({ pauseMinutes: 60 });
    expect(failing(buy, 11, { parksForMinutes: 1_440 })).toMatchObject({ pauseMinutes: 120, own: { isParked: true } });
    expect(failing(buy, 30, { parksForMinutes: 1_440 })).toMatchObject({ pauseMinutes: 1_440 });
    expect(failing(stop, 10, { parksForMinutes: 60 })).toMatchObject({ pauseMinutes: 5 });
    expect(failing(stop, 30, { parksForMinutes: 60 })).toMatchObject({ pauseMinutes: 60, own: { isParked: true } });
    expect(failing(buy, 30)).toMatchObject({ pauseMinutes: 60 });
    expect(failing(stop, 30)).toMatchObject({ pauseMinutes: 5 });
    expect(failing(buy, 1, { untilMs: T0 + DAY })).toMatchObject({ pauseMinutes: 1_440 });
  });

  test('is woken by an action of its owner, and not by being read', () => {
    const { so } = failing(buy, 30, { parksForMinutes: 1_440 });
    expect(unparked(so).strategies.buy).toMatchObject({ cooldownUntilMs: 0, failures: 0 });
    expect(unparked(so).strategies.buy).not.toHaveProperty('isParked');
    expect(unparked(engineState)).toBe(engineState);
    const onChain = { maxPerTrade: asUnits('1'), maxPerDay: asUnits('1'), maxTradesPerDay: 1, expirySec: 1 };
    const counts = { spentToday: asUnits('0'), tradesToday: 0, dayStartSec: 0, sells: 0, blockTimeSec: 1 };
    const agent: OnChainAgent = {
      ...{
        agentId: 1,
        owner: wallet,
        budgetToken: usdc,
        policyHash: asHash('0x1'),
        active: true,
        limits: onChain,
        balances: { [usdc]: asUnits('1') },
      },
      ...counts,
    };
    expect(isMoved(agent, { ...agent, blockTimeSec: 9 })).toBe(false);
    expect(isMoved(agent, { ...agent, balances: { [usdc]: asUnits('2') } })).toBe(true);
  });
});
