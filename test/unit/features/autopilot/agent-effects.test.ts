import { expect, test } from 'bun:test';
import { type AutopilotEffectDeps, createAutopilotAgentEffects } from '../../../../actors/autopilot-agent/effects.ts';
import type { RecordedTrade, TradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { OutcomeKind } from '../../../../src/values/autopilot/outcome.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { asAddress, asHash, asUnits } from '../../../support/branded.ts';

type Effects = ReturnType<typeof createAutopilotAgentEffects>;

const settled = { outcome: 'mined', txHash: asHash('0xh'), reason: null } as const;
const params = {
  recordId: 'r1',
  wallet: asAddress('0xa'),
  chainId: 1,
  link: { vault: asAddress('0xv'), agentId: 7 },
  tradeId: 't1',
  settled,
};
const snapshot = { context: { current: null, queue: [], settled: [] } };
const forgetful: Pick<ActorClient, 'send'> = {
  send: async () => ({ revision: 1, changed: false, accepted: true, duplicate: false, snapshot }),
};
const stored = { _id: 't1', rev: 1 };
const context = { key: 'k', actorId: 'a', attempt: 2, signal: new AbortController().signal, nowMs: () => 1, onEnd: () => undefined };

function effectsOf(deps: Partial<AutopilotEffectDeps>): Effects {
  const deployments = { executorOf: () => parseAddress(`0x${'e1'.repeat(20)}`), vaultOf: async () => null };
  const trades: Pick<TradeRepository, 'get'> = { get: async () => null };
  return createAutopilotAgentEffects({ deployments, trades, ...deps } as AutopilotEffectDeps);
}
const run = async (effects: Effects) => effects.recordTrade.run(params, { ...context, actors: forgetful as ActorClient });

test('an unknown error of a node is retried; another error is not', async () => {
  const failing = (code: string) => async () => {
    throw new TerminalError({ code, message: 'Cannot fulfill request' });
  };
  await expect(run(effectsOf({ recordTrade: failing('rpc-refused') }))).rejects.toMatchObject({ kind: 'retryable' });
  await expect(run(effectsOf({ recordTrade: failing('no-contract') }))).rejects.toMatchObject({ kind: 'terminal' });
  const agent = { recordId: 'r1', chainId: 1, link: null };
  const reconciling = effectsOf({ reconcileTrades: failing('rpc-unexpected') });
  const asked = async () => reconciling.reconcile.run(agent, { ...context, actors: forgetful as ActorClient });
  await expect(asked()).rejects.toMatchObject({ kind: 'retryable' });
});

test('a trade that its sender no longer knows ends with the outcome that an earlier attempt recorded', async () => {
  const intent = {
    strategyId: 'dca',
    side: 'buy',
    tokenIn: asAddress('0xb'),
    tokenOut: asAddress('0xc'),
    amountIn: asUnits('1'),
    reason: '',
  } as const;
  const recordedTrade = (end: Pick<RecordedTrade, 'state' | 'fill'> & Partial<RecordedTrade>) => {
    const open = { recordId: 'r1', intent, startedAtMs: 1, executor: asAddress('0xe'), deadlineSec: 1, txHash: null, reason: null };
    const trades: Pick<TradeRepository, 'get'> = { get: async () => ({ ...stored, ...open, ...end }) };
    return effectsOf({ recordTrade: async () => ({ kind: 'gone' }), trades: trades as TradeRepository });
  };
  const fill = { amountIn: asUnits('1'), amountOut: asUnits('2'), blockTimeSec: 3 };
  expect(await run(recordedTrade({ state: 'filled', fill, txHash: asHash('0xh') }))).toMatchObject({ type: 'TRADE_SETTLED', fill });
  expect(await run(recordedTrade({ state: 'failed', fill: null, reason: 'reverted' }))).toMatchObject({
    type: 'TRADE_FAILED',
    reason: 'reverted',
  });
  expect(await run(recordedTrade({ state: 'open', fill: null }))).toMatchObject({ type: 'RECEIPT_GONE' });
});

test('a change by the owner during planning cancels the trade, and is no failure of its strategy', async () => {
  const intent = {
    strategyId: 'dca',
    side: 'buy',
    tokenIn: asAddress('0xb'),
    tokenOut: asAddress('0xc'),
    amountIn: asUnits('1'),
    reason: '',
  } as const;
  const asked: unknown[] = [];
  const answerTo = async (skip: OutcomeKind) => {
    const effects = effectsOf({
      planTrade: async (request) => {
        asked.push(request.policyHash);
        return { kind: 'skipped', skip, detail: 'Why.' };
      },
    });
    const trade = { tradeId: 't1', intent, startedAtMs: 1 };
    const planning = { ...params, slippageBps: 100, policyHash: asHash('0x09'), trade };
    return await effects.planTrade.run(planning, { ...context, actors: forgetful as ActorClient });
  };
  for (const skip of ['policy-hash-mismatch', 'paused-on-chain', 'inactive-on-chain'] as const) {
    expect(await answerTo(skip)).toEqual({ type: 'TRADE_RETURNED', tradeId: 't1', reason: 'Why.' });
  }
  for (const skip of ['owner-price-bound', 'over-sell-cap'] as const) {
    expect(await answerTo(skip)).toEqual({ type: 'TRADE_SKIPPED', tradeId: 't1', kind: skip, detail: 'Why.' });
  }
  expect(asked).toEqual(Array.from({ length: 5 }, () => '0x09'));
});

test('the sender that has a trade gets its events, also when another key is the executor now', async () => {
  const told: string[] = [];
  const actors: Pick<ActorClient, 'send'> = {
    send: async (id, event) => {
      told.push(`${id} ${event.type}`);
      return forgetful.send(id, event);
    },
  };
  const intent = {
    strategyId: 'dca',
    side: 'buy',
    tokenIn: asAddress('0xb'),
    tokenOut: asAddress('0xc'),
    amountIn: asUnits('1'),
    reason: '',
  } as const;
  const open = { recordId: 'r1', intent, startedAtMs: 1, deadlineSec: 1, state: 'open', fill: null, txHash: null, reason: null } as const;
  for (const recordedTrade of [{ ...open, executor: asAddress('0xold') }, null]) {
    const trades: Pick<TradeRepository, 'get'> = { get: async () => (recordedTrade === null ? null : { ...stored, ...recordedTrade }) };
    const effects = effectsOf({ trades: trades as TradeRepository });
    await effects.withdrawTrade.run({ chainId: 1, tradeId: 't1' }, { ...context, actors: actors as ActorClient });
  }
  const executor = `1/0x${'e1'.repeat(20)}`;
  expect(told).toEqual([
    'transaction-sender/1/0xold WITHDRAW',
    `trade-batch/${executor} WITHDRAW_ITEM`,
    `transaction-sender/${executor} WITHDRAW`,
  ]);
});

test('with several keys, a trade that is not recorded yet is withdrawn at the sender of its own agent', async () => {
  const [first, second] = [parseAddress(`0x${'e1'.repeat(20)}`), parseAddress(`0x${'e2'.repeat(20)}`)];
  const told: string[] = [];
  const actors: Pick<ActorClient, 'send'> = {
    async send(id) {
      told.push(id);
      return { revision: 1, changed: false, accepted: true, duplicate: false, snapshot };
    },
  };
  const deployments = {
    executorOf: (_chainId: number, recordId: string) => (recordId === 'r2' ? second : first),
    vaultOf: async () => null,
  };
  const effects = effectsOf({ deployments });
  for (const actorId of ['autopilot-agent/r1', 'autopilot-agent/r2'])
    await effects.withdrawTrade.run({ chainId: 1, tradeId: 't1' }, { ...context, actorId, actors: actors as ActorClient });
  const both = (executor: unknown) => [`trade-batch/1/${executor}`, `transaction-sender/1/${executor}`];
  expect(told).toEqual([...both(first), ...both(second)]);
});

test('a trade on paper reports the fee with its fill', async () => {
  const told: unknown[] = [];
  const intent = {
    strategyId: 'dca',
    side: 'buy',
    tokenIn: asAddress('0xb'),
    tokenOut: asAddress('0xc'),
    amountIn: asUnits('1000'),
    reason: '',
  } as const;
  const effects = (fee: bigint) =>
    effectsOf({
      quoteTrade: async ({ feeBps }) => ({ kind: 'quoted', amountOut: BigInt(feeBps ?? 0), fee }),
      tellFill: async ({ fill }) => void told.push(fill),
    });
  const asked = { ...params, slippageBps: 100, feeBps: 35, trade: { tradeId: 't1', intent, startedAtMs: 1 } };
  const filledOn = async (fee: bigint) => await effects(fee).tradeOnPaper.run(asked, { ...context, actors: forgetful as ActorClient });
  const fill = { amountIn: asUnits('1000'), amountOut: asUnits('35'), blockTimeSec: 0 };
  expect(await filledOn(3n)).toMatchObject({ type: 'TRADE_SETTLED', fill: { ...fill, fee: asUnits('3') } });
  expect(await filledOn(0n)).toMatchObject({ type: 'TRADE_SETTLED', fill });
  expect(told).toEqual([{ ...fill, fee: asUnits('3') }, fill]);
});
