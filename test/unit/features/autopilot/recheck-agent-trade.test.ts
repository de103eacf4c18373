import { expect, test } from 'bun:test';
import { transition } from 'xstate';
import type { AutopilotAgentEvent } from '../../../../machines/autopilot-agent/events.ts';
import { autopilotAgentMachine } from '../../../../machines/autopilot-agent.ts';
import { createActivityRepository } from '../../../../src/features/autopilot/activity-repository.ts';
import type { AgentReading } from '../../../../src/features/autopilot/agent-record.ts';
import { createRecheckAgentTrade, listEndedAgentTrades } from '../../../../src/features/autopilot/recheck-agent-trade.ts';
import { createFillSubscriber } from '../../../../src/features/autopilot/record-trade.ts';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { TradeCorrection } from '../../../../src/values/autopilot/trade.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { asAddress, asHash, asUnits } from '../../../support/branded.ts';
import { agentAfter, bought, fill, filled, linked, planned, settledTx, T0, tick, tradeId } from '../../machines/agent-samples.ts';

const TX = parseHash(`0x${'7'.repeat(64)}`);
const ID = parseHash(`0x${'1'.repeat(64)}`);
const DEADLINE_SEC = 1_000;
const nowMs = T0 + 60_000;
const address = parseAddress(`0x${'f1'.repeat(20)}`);

/**
 * Creates an agent that has bought once, with the recorded trade and the activity entry of that buy, and a vault that the test determines.
 */
async function openTrade() {
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const [trades, activity] = [createTradeRepository({ records }), createActivityRepository({ records })];
  const prices = { priceOf: async () => ({ price: null }) as never };
  const tellFill = createFillSubscriber({
    ...{ activity, notifications: { add: async () => true }, tokens: { find: async () => null }, prices, nowMs: clock.now },
  });
  await trades.open('r1', { tradeId, intent: bought, startedAtMs: T0 }, { executor: asAddress('0xe'), deadlineSec: DEADLINE_SEC });
  await trades.close(tradeId, { state: 'filled', fill, txHash: TX, reason: null });
  const about = { recordId: 'r1', wallet: asAddress('0xw'), chainId: 1, agentId: 7, tradeId, intent: bought, startedAtMs: T0 };
  await tellFill({ ...about, fill, txHash: TX, minedIn: { chainId: 1, vault: address, blockNumber: 5, blockHash: asHash('0xa5') } });

  const chain = { block: 5 as number | null, amountOut: fill.amountOut, timeSec: DEADLINE_SEC, hasTrade: false, fee: {} };
  const applied = new Map<string, TradeCorrection>();
  const blocks: (string | null)[] = [];
  const recheck = createRecheckAgentTrade({
    ...{ trades, activity, tellFill, clock, hashText: () => ID },
    agents: {
      read: async () => ({ wallet: asAddress('0xw'), link: { vault: address, agentId: 7 } }) as never,
      async correct(_, correction, eventId) {
        if (!applied.has(eventId)) applied.set(eventId, correction);
        return {} as never;
      },
    },
    deployments: { vaultOf: async () => address },
    seen: { note: async (_, { hash }) => void blocks.push(hash) },
    vaultAt: () => ({
      timeSec: async () => chain.timeSec,
      hasTrade: async () => chain.hasTrade || chain.block !== null,
      async eventsOf() {
        if (chain.block === null) return null;
        const event = { kind: 'trade', tradeId: ID, amountIn: BigInt(fill.amountIn), amountOut: BigInt(chain.amountOut), ...chain.fee };
        const block = { blockNumber: chain.block, blockHash: parseHash(`0x${`${chain.block}`.repeat(64).slice(0, 64)}`) };
        return {
          events: [event as never],
          status: 'success',
          from: address,
          ...block,
          timeSec: fill.blockTimeSec,
          isFinal: true,
          feeWei: 1n,
        };
      },
    }),
  });
  return {
    chain,
    blocks,
    trades,
    activity,
    corrections: () => [...applied.values()],
    look: () => recheck({ kind: 'agent-trade', subject: tradeId, chainId: 1 }),
    state: async () => (await trades.get(tradeId))?.state,
    line: async () =>
      (await activity.list('r1', { limit: 5 })).items.map(({ takenBackAt, ...line }) => [
        'amountOut' in line ? line.amountOut : undefined,
        takenBackAt !== undefined,
      ]),
    /** Returns the agent's engine state after its buy and after all corrections of that trade which were sent to the agent. */
    agent: () =>
      [...applied.values()].reduce(
        (snapshot, correction) => {
          const event = { type: 'TRADE_CORRECTED', ...correction, at: nowMs } satisfies AutopilotAgentEvent;
          return transition(autopilotAgentMachine, snapshot, event)[0];
        },
        agentAfter([linked, tick(), planned, settledTx, filled]),
      ).context.engineState,
  };
}

test('a fill that a fork removed is undone once its transaction can no longer be mined, and the strategy is due again', async () => {
  const { chain, look, state, line, agent } = await openTrade();
  const before = agent();
  expect([before.strategies.buy?.runs, Object.keys(before.basis).length]).toEqual([1, 1]);
  chain.block = null;
  expect(await look()).toBe(false);
  expect([await state(), await line()]).toEqual(['filled', [[fill.amountOut, false]]]);

  Object.assign(chain, { timeSec: DEADLINE_SEC + 61, hasTrade: true });
  expect([await look(), await state()]).toEqual([false, 'filled']);
  chain.hasTrade = false;
  expect(await look()).toBe(true);
  expect(await look()).toBe(true);
  expect([await state(), await line()]).toEqual(['returned', [[fill.amountOut, true]]]);
  const after = agent();
  expect(after.strategies.buy).toMatchObject({ runs: 0, lastFillAtMs: null, nextAtMs: T0, cooldownUntilMs: 0 });
  expect(after.basis).toEqual({});
  // After the fill is undone, the agent must again accept vault data from before the block of the fill.
  expect(after.lastFillSec).toBeLessThan(fill.blockTimeSec);
});

test('a fill that is mined again stays, with the amount of its new block', async () => {
  const { chain, look, state, line, agent, blocks } = await openTrade();
  chain.block = 8;
  expect(await look()).toBe(true);
  expect([await state(), blocks]).toEqual(['filled', [`0x${'8'.repeat(64)}`]]);
  expect(agent().basis).toEqual({ [bought.tokenOut]: { quantity: fill.amountOut, cost: fill.amountIn } });

  Object.assign(chain, { block: 9, amountOut: asUnits('77') });
  expect(await look()).toBe(true);
  expect(await line()).toEqual([['77', false]]);
  expect(agent().basis).toEqual({ [bought.tokenOut]: { quantity: asUnits('77'), cost: fill.amountIn } });
  expect(agent().strategies.buy?.runs).toBe(1);
});

test('a fill that is mined again keeps its fee, in the record and in the feed', async () => {
  const { chain, look, trades, activity } = await openTrade();
  Object.assign(chain, { block: 9, fee: { fee: 35n } });
  expect(await look()).toBe(true);
  expect((await trades.get(tradeId))?.fill).toEqual({ ...fill, fee: asUnits('35') });
  expect((await activity.list('r1', { limit: 1 })).items).toMatchObject([{ kind: 'trade', fee: '35' }]);
});

test('a trade that had reverted, and is mined again with a fill, is counted, and its failure is marked', async () => {
  const { chain, look, state, trades, activity, corrections } = await openTrade();
  await trades.close(tradeId, { state: 'failed', fill: null, txHash: TX, reason: 'reverted' });
  await activity.add(`${tradeId}/failure`, { recordId: 'r1', atMs: T0, kind: 'failure', strategyId: 'buy', reason: 'reverted', data: {} });
  chain.block = null;
  expect(await look()).toBe(false);
  chain.block = 8;
  expect(await look()).toBe(true);
  expect([await state(), corrections()]).toMatchObject(['filled', [{ before: null, after: fill }]]);
  const { items } = await activity.list('r1', { limit: 5 });
  expect(items.find(({ kind }) => kind === 'failure')?.takenBackAt).toBeDefined();
});

test('trades of one chain that ended in a transaction are listed, for those that an older version recorded', async () => {
  const trades = createTradeRepository({ records: createMemoryRecordStore({ clock: { now: () => nowMs } }) });
  const intent = {
    strategyId: 'dca',
    side: 'buy',
    tokenIn: asAddress('0xa'),
    tokenOut: asAddress('0xb'),
    amountIn: asUnits('10'),
    reason: 'Its run.',
  } as const;
  const open = (id: string, recordId: string, startedAtMs: number) =>
    trades.open(recordId, { tradeId: id, intent, startedAtMs }, { executor: asAddress('0xe'), deadlineSec: DEADLINE_SEC });
  const end = { fill: null, txHash: TX, reason: null };
  for (const [id, recordId, startedAtMs] of [
    ['filled', 'here', 5],
    ['failed', 'here', 5],
    ['open', 'here', 5],
    ['unsent', 'here', 5],
    ['early', 'here', 4],
    ['elsewhere', 'there', 5],
    ['lost', 'nowhere', 5],
  ] as const)
    await open(id, recordId, startedAtMs);
  for (const id of ['filled', 'early', 'elsewhere', 'lost']) await trades.close(id, { ...end, state: 'filled' });
  await trades.close('failed', { ...end, state: 'failed' });
  await trades.close('unsent', { ...end, state: 'returned', txHash: null });
  const chainOf: Readonly<Record<string, number>> = { here: 1, there: 2 };
  const agents = {
    read: async (recordId: string) => (chainOf[recordId] === undefined ? null : ({ chainId: chainOf[recordId] } as AgentReading)),
  };
  expect([...(await listEndedAgentTrades({ trades, agents })(1, 5, 100))].toSorted()).toEqual(['failed', 'filled']);
});
