import { describe, expect, test } from 'bun:test';
import { type AutopilotEffectDeps, createAutopilotAgentEffects } from '../../../../actors/autopilot-agent/effects.ts';
import { createTradeBatchEffects } from '../../../../actors/trade-batch/effects.ts';
import { createActivityRepository } from '../../../../src/features/autopilot/activity-repository.ts';
import { createRecordTrade } from '../../../../src/features/autopilot/record-trade.ts';
import { createSettleTrades } from '../../../../src/features/autopilot/settle-trades.ts';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import { createTradesCall } from '../../../../src/features/autopilot/trades-call.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { SettledTx } from '../../../../src/values/autopilot/trade.ts';
import type { TradeItem } from '../../../../src/values/autopilot/trade-batch.ts';
import { QuarantinedError } from '../../../../src/values/errors/quarantined-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { asUnits } from '../../../support/branded.ts';
import { priceGasAt3000 } from '../../../support/free-gas.ts';

const addressOf = (byte: string) => parseAddress(`0x${byte.repeat(20)}`);
const [VAULT, EXECUTOR, WALLET, USDC, WETH] = [addressOf('da'), addressOf('e1'), addressOf('a1'), addressOf('b1'), addressOf('c1')];
const hashOf = (n: number) => parseHash(`0x${n.toString(16).padStart(64, '0')}`);
const TX = hashOf(0xff);
const mined = { outcome: 'mined', txHash: TX, reason: null } as const;

function itemOf(n: number, gasLimit: string, deadlineSec = 1_000): TradeItem {
  const swap = { tokenIn: USDC, tokenOut: WETH, target: VAULT, spender: VAULT, data: '0xab', policyHash: hashOf(9) };
  const trade = { agentId: n, tradeId: hashOf(n), ...swap, amountIn: asUnits('10'), amountOutMin: asUnits('1'), gasLimit };
  const owner = { agentActorId: `autopilot-agent/r${n}`, wallet: WALLET, executor: EXECUTOR };
  return { itemKey: `t${n}`, vault: VAULT, ...owner, isExit: false, deadlineSec, trade };
}
const batch = { id: 'trades/1/0xe1/1', vault: VAULT, items: [itemOf(1, '100000'), itemOf(2, '299999', 900)] };
const context = {
  key: 'k',
  actorId: 'trade-batch/1/0xe1',
  attempt: 1,
  signal: new AbortController().signal,
  nowMs: () => 1_000,
  onEnd: () => undefined,
};

describe('the transaction of a batch', () => {
  test('ends with the earliest deadline of its trades, and has gas for each of them', async () => {
    const encoded: unknown[] = [];
    const vault = {
      address: VAULT,
      encodeExecuteTrades(items: unknown, deadlineSec: number) {
        encoded.push(items, deadlineSec);
        return '0x00';
      },
    };
    const made = await createTradesCall({ vaultAt: () => vault as never })(1, batch);
    expect(made).toMatchObject({ executor: EXECUTOR, deadlineSec: 900, call: { to: VAULT, data: '0x00', value: '0' } });
    const [items, deadlineSec] = encoded;
    expect(deadlineSec).toBe(900);
    expect(items).toMatchObject([
      { agentId: 1, tradeId: hashOf(1), gasLimit: 100_000n, trade: { data: '0xab', amountIn: 10n } },
      { agentId: 2 },
    ]);
    const needed = ((100_000n + 299_999n) * 64n) / 63n + 2n * 60_000n + 21_000n;
    expect(BigInt(made.call.gas)).toBeGreaterThan(needed);
  });
});

describe('the gas of a batch', () => {
  async function charged(outcome: Parameters<ReturnType<typeof createSettleTrades>>[2], feeWei: bigint | null, isThere = true) {
    const paid: (readonly [string, bigint | null])[] = [];
    const noted: string[] = [];
    const settle = createSettleTrades({
      vaultAt: () => ({ eventsOf: async () => (isThere ? ({ feeWei } as never) : null) }),
      gas: { settle: async ({ key, wei }) => void paid.push([key, wei]) },
      ...{ priceGas: priceGasAt3000, trades: { noteGas: async (tradeId, { wei }) => void noted.push(`${tradeId}: ${wei}`) } },
    });
    return { isSettled: await settle(1, batch, outcome), paid, noted };
  }

  test('is divided among its trades by their limits', async () => {
    expect(await charged(mined, 400_001n)).toEqual({
      isSettled: true,
      paid: [
        ['t1', 100_001n],
        ['t2', 300_000n],
      ],
      noted: ['t1: 100001', 't2: 300000'],
    });
  });

  test('is nothing for a batch that was not sent, and unknown when the node does not say it', async () => {
    const unsent = { outcome: 'withdrawn', txHash: null, reason: null } as const;
    expect((await charged(unsent, 5n)).paid).toEqual([
      ['t1', 0n],
      ['t2', 0n],
    ]);
    expect((await charged(mined, null)).paid).toEqual([
      ['t1', null],
      ['t2', null],
    ]);
  });

  test('is not charged when the transaction is gone', async () => {
    expect(await charged(mined, 5n, false)).toEqual({ isSettled: false, paid: [], noted: [] });
  });
});

describe('who is told the outcome of a batch', () => {
  function effectsWith(send: (id: string) => Promise<void>) {
    const told: string[] = [];
    const actors = {
      async send(id: string, event: { readonly type: string; readonly requestKey?: string }) {
        await send(id);
        told.push(`${id} ${event.type} ${event.requestKey}`);
        return { snapshot: {} } as never;
      },
    };
    const effects = createTradeBatchEffects({ makeTradesCall: unused, settleTrades: async () => true });
    const run = async (name: 'recordOutcome' | 'tellLate') =>
      effects[name].run({ chainId: 1, batch, outcome: mined }, { ...context, actors: actors as never });
    return { told, run };
  }

  test('every agent under the key of its own trade, and then the sender', async () => {
    const { told, run } = effectsWith(async () => {});
    expect(await run('recordOutcome')).toEqual({ type: 'OUTCOME_RECORDED', batchId: batch.id });
    expect(told).toEqual([
      'autopilot-agent/r1 TX_SETTLED t1',
      'autopilot-agent/r2 TX_SETTLED t2',
      `transaction-sender/1/${EXECUTOR} ACKNOWLEDGE ${batch.id}`,
    ]);
  });

  test('one that cannot take it now is told later, and holds no other up', async () => {
    const { told, run } = effectsWith(async (id) => {
      if (id === 'autopilot-agent/r1') throw new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' });
    });
    expect(await run('recordOutcome')).toEqual({ type: 'OUTCOME_RECORDED', batchId: batch.id, untold: ['t1'] });
    expect(told).toContain('autopilot-agent/r2 TX_SETTLED t2');
    await expect(run('tellLate')).rejects.toMatchObject({ kind: 'retryable' });
  });

  test('nobody for an agent that an operator has removed', async () => {
    const { run } = effectsWith(async (id) => {
      if (id === 'autopilot-agent/r1') throw new TerminalError({ code: 'actor-not-found', message: 'There is none.' });
    });
    expect(await run('recordOutcome')).toEqual({ type: 'OUTCOME_RECORDED', batchId: batch.id });
  });
});

const intent = { strategyId: 's', side: 'buy', tokenIn: USDC, tokenOut: WETH, amountIn: asUnits('10'), reason: 'due' } as const;
const trade = { tradeId: 't1', intent, startedAtMs: 1_000 };

describe('the result of one trade of a batch', () => {
  type Seen = {
    readonly events?: readonly object[];
    readonly executedBefore?: boolean;
    readonly timeSec?: number;
    readonly isGone?: boolean;
  };

  async function recorded(settled: SettledTx, { events = [], executedBefore = false, timeSec = 100, isGone = false }: Seen = {}) {
    const records = createMemoryRecordStore({ clock: { now: () => 1 } });
    const trades = createTradeRepository({ records });
    await trades.open('r1', trade, { executor: EXECUTOR, deadlineSec: 400, gatherer: 'trade-batch/1/0xe1' });
    const block = { blockNumber: 5, blockHash: hashOf(5), timeSec: 90, feeWei: 7n };
    const event = { kind: 'trade', tradeId: hashOf(1), amountIn: 10n, amountOut: 3n, log: { txHash: hashOf(8), ...block } };
    const vault = {
      eventsOf: async () => (isGone ? null : { events, ...block }),
      hasTrade: async () => executedBefore,
      findTrade: async () => ({ event, timeSec: 90 }),
      timeSec: async () => timeSec,
      agents: async () => ({ agents: [null] }),
    };
    const settledGas: unknown[] = [];
    const notified: string[] = [];
    const activity = createActivityRepository({ records });
    const record = createRecordTrade({
      ...{ vaultAt: () => vault as never, trades, activity, tellFill: async () => {}, hashText: () => hashOf(1), log: silentLog },
      notifications: { add: async (id) => notified.push(id) > 0 },
      gas: { settle: async (paid) => void settledGas.push(paid) },
      priceGas: priceGasAt3000,
      seen: { note: async () => {} },
    });
    const about = { recordId: 'r1', wallet: WALLET, chainId: 1, link: { vault: VAULT, agentId: 1 }, tradeId: 't1' };
    const finding = await record({ ...about, settled: { ...settled, inBatch: true } });
    return { finding, stored: await trades.get('t1'), feed: (await activity.list('r1', { limit: 9 })).items, notified, settledGas };
  }
  const failedWith = (reason: string) => [{ kind: 'trade-failed', tradeId: hashOf(1), agentId: 1, reason }];

  test('is its fill; the batch has charged the gas', async () => {
    const event = { kind: 'trade', tradeId: hashOf(1), amountIn: 10n, amountOut: 3n };
    const { finding, stored, settledGas } = await recorded(mined, {
      events: [...failedWith('x').map((one) => ({ ...one, tradeId: hashOf(2) })), event],
    });
    expect(finding).toMatchObject({ kind: 'filled', fill: { amountIn: '10', amountOut: '3' } });
    expect(stored).toMatchObject({ state: 'filled', txHash: TX });
    expect(settledGas).toEqual([]);
  });

  test('is the reason with which it failed alone, in the feed and told to the wallet', async () => {
    const { finding, stored, feed, notified } = await recorded(mined, { events: failedWith('OutputBelowMinimum') });
    expect(finding).toEqual({ kind: 'failed', reason: 'OutputBelowMinimum' });
    expect(stored).toMatchObject({ state: 'failed', reason: 'OutputBelowMinimum' });
    expect(feed).toMatchObject([{ kind: 'failure', reason: 'OutputBelowMinimum' }]);
    expect(notified).toEqual(['t1/failure']);
  });

  test.each(['PolicyChanged', 'AgentIsPaused', 'AllArePaused', 'AgentInactive'])(
    'is no failure when the owner caused it: %s',
    async (reason) => {
      const { finding, stored, feed } = await recorded(mined, { events: failedWith(reason) });
      expect(finding).toEqual({ kind: 'returned', reason });
      expect(stored).toMatchObject({ state: 'returned', reason });
      expect(feed).toEqual([]);
    },
  );

  test('is the fill of an earlier transaction when the vault has seen the trade before', async () => {
    const { stored } = await recorded(mined, { events: failedWith('TradeSeen'), executedBefore: true });
    expect(stored).toMatchObject({ state: 'filled', txHash: hashOf(8) });
  });

  test('is tried again when the batch as a whole had no gas or was too late', async () => {
    for (const reason of ['InsufficientGas', 'DeadlinePassed'])
      expect((await recorded({ outcome: 'reverted', txHash: TX, reason })).finding.kind).toBe('returned');
    expect((await recorded({ outcome: 'reverted', txHash: TX, reason: 'NotExecutor' })).finding.kind).toBe('failed');
  });

  test('is waited for after a reorg, until the trade cannot be executed any more', async () => {
    await expect(recorded(mined, { isGone: true })).rejects.toMatchObject({ code: 'receipt-gone', kind: 'retryable' });
    expect((await recorded(mined, { isGone: true, executedBefore: true })).finding.kind).toBe('filled');
    expect((await recorded(mined, { isGone: true, timeSec: 500 })).finding.kind).toBe('returned');
  });
});

describe('an agent with a trade for a batch', () => {
  const { vault, trade: batched } = itemOf(1, '100000');
  const plan = { executor: EXECUTOR, batched: { vault, trade: batched }, deadlineSec: 1_000, amountOutMin: asUnits('1') };
  const params = { recordId: 'r1', wallet: WALLET, chainId: 1, link: null, slippageBps: 100, trade, plan };

  function agent(isTaken: (asked: readonly string[]) => boolean) {
    const asked: string[] = [];
    const sent: string[] = [];
    const records = createMemoryRecordStore({ clock: { now: () => 1 } });
    const trades = createTradeRepository({ records });
    const actors = {
      of: (_: unknown, key: string) => ({
        async ask(event: { readonly type: string; readonly itemKey?: string; readonly item?: TradeItem }) {
          asked.push(`${key} ${event.type} ${event.item?.itemKey ?? event.itemKey}`);
          return { snapshot: { context: { gathering: isTaken(asked) ? [{ itemKey: 't1' }] : [], sealed: null, ended: [] } } };
        },
      }),
      async send(id: string, event: { readonly type: string }) {
        sent.push(`${id} ${event.type}`);
        return { snapshot: {} };
      },
    };
    const deployments = { executorOf: () => EXECUTOR, vaultOf: async () => null };
    const effects = createAutopilotAgentEffects({ deployments, trades } as Partial<AutopilotEffectDeps> as AutopilotEffectDeps);
    const at = (nowMs: number) => ({ ...context, actorId: 'autopilot-agent/r1', nowMs: () => nowMs, actors: actors as never });
    return { asked, sent, trades, effects, at };
  }

  test('adds it to the batch of its executor, and records that first', async () => {
    const { asked, sent, trades, effects, at } = agent(() => true);
    expect(await effects.submitTrade.run(params, at(1_000))).toBeNull();
    expect(asked).toEqual([`1/${EXECUTOR} ADD_ITEM t1`]);
    expect(sent).toEqual([]);
    expect(await trades.get('t1')).toMatchObject({ state: 'open', gatherer: `trade-batch/1/${EXECUTOR}` });
  });

  test('tries again while the batches are full, and takes it back when its time is nearly over', async () => {
    const full = agent(() => false);
    await expect(full.effects.submitTrade.run(params, full.at(900_000))).rejects.toMatchObject({ code: 'batch-is-full' });
    expect(full.asked).toHaveLength(1);
    expect(await full.effects.submitTrade.run(params, full.at(941_000))).toBeNull();
    expect(full.asked.slice(1)).toEqual([`1/${EXECUTOR} ADD_ITEM t1`, `1/${EXECUTOR} WITHDRAW_ITEM t1`, `1/${EXECUTOR} ADD_ITEM t1`]);
  });

  test('withdraws it from its batch, and a trade of its own from the sender', async () => {
    const own = agent(() => true);
    const ask = { chainId: 1, tradeId: 't1' };
    await own.effects.withdrawTrade.run(ask, own.at(1_000));
    const [gatherer, sender] = [`trade-batch/1/${EXECUTOR} WITHDRAW_ITEM`, `transaction-sender/1/${EXECUTOR} WITHDRAW`];
    expect(own.sent.splice(0)).toEqual([gatherer, sender]);
    await own.effects.submitTrade.run(params, own.at(1_000));
    await own.effects.withdrawTrade.run(ask, own.at(1_000));
    expect(own.sent).toEqual([gatherer]);
  });

  test('sends a trade of its own to a vault that takes no batches', async () => {
    const { asked, sent, trades, effects, at } = agent(() => true);
    const { batched: _, ...single } = plan;
    const call = { to: VAULT, data: '0x', value: '0', gas: '1' };
    await effects.submitTrade.run({ ...params, plan: { ...single, call } }, at(1_000));
    expect([asked, sent]).toEqual([[], [`transaction-sender/1/${EXECUTOR} REQUEST`]]);
    expect((await trades.get('t1'))?.gatherer).toBeUndefined();
  });
});

function unused(): never {
  throw new Error('The test did not expect this call');
}
