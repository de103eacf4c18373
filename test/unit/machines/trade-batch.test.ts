import { describe, expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { DCA_TRAITS } from '../../../machines/dca-batch.ts';
import { MAX_BATCH_TRADES, TRADE_TRAITS, type TradeBatchEvent, tradeBatchMachine } from '../../../machines/trade-batch.ts';
import { MAX_OPEN_REQUESTS } from '../../../machines/transaction-sender/context.ts';
import { houseRuleProblems } from '../../../src/runtime/define/house-rules.ts';
import type { TradeItem } from '../../../src/values/autopilot/trade-batch.ts';
import { asAddress, asHash, asUnits } from '../../support/branded.ts';

const KEY = '31337/0xe1';

function itemOf(n: number, more: Partial<TradeItem> = {}): TradeItem {
  const amounts = { amountIn: asUnits('10'), amountOutMin: asUnits('1') };
  const tokens = { tokenIn: asAddress('0xb'), tokenOut: asAddress('0xc'), target: asAddress('0xt'), spender: asAddress('0xs') };
  const trade = { agentId: n, tradeId: asHash(`0x${n}`), ...tokens, ...amounts, data: '0x', policyHash: asHash('0xp'), gasLimit: '300000' };
  const owner = { wallet: asAddress(`0xw${n}`), agentActorId: `autopilot-agent/${n}` };
  return {
    itemKey: `t${n}`,
    vault: asAddress('0xv'),
    executor: asAddress('0xe1'),
    ...owner,
    isExit: false,
    deadlineSec: 1_000,
    trade,
    ...more,
  };
}
const add = (n: number, more: Partial<TradeItem> = {}): TradeBatchEvent => ({ type: 'ADD_ITEM', item: itemOf(n, more), at: 0 });

function run(events: readonly TradeBatchEvent[]) {
  let [snapshot] = initialTransition(tradeBatchMachine, { key: KEY, chainId: 31337 });
  const effects: { type: string; params: unknown }[] = [];
  for (const event of events) {
    const [next, actions] = transition(tradeBatchMachine, snapshot, event);
    snapshot = next;
    for (const { type, params } of actions) if (!type.startsWith('xstate.')) effects.push({ type, params });
  }
  return { effects, context: snapshot.context };
}

describe('the machine of batches of trades', () => {
  test('keeps the house rules', () => {
    const effects = ['seal', 'submitBatch', 'recordOutcome', 'handOver', 'freeLane', 'returnItems', 'tellLate'];
    expect(houseRuleProblems(tradeBatchMachine, new Set(effects))).toEqual([]);
  });

  test('its batches have other request keys at the sender than those of orders', () => {
    const { context } = run([add(1), { type: 'SEAL', batchNo: 1, at: 0 }]);
    expect(context.sealed?.id).toBe(`trades/${KEY}/1`);
    expect(TRADE_TRAITS.idPrefix).not.toBe(DCA_TRAITS.idPrefix);
  });

  test('a batch holds as many trades as the vault takes, and none of an agent twice', () => {
    const { context } = run(Array.from({ length: MAX_BATCH_TRADES }, (_, n) => add(n)));
    expect(context.sealed?.items).toHaveLength(MAX_BATCH_TRADES);
    const apart = run([add(1), add(2, { trade: itemOf(1).trade })]);
    expect(apart.context.sealed?.items.map(({ itemKey }) => itemKey)).toEqual(['t1']);
  });

  test('when not all fit, exits go first, and wallets take turns', () => {
    const wallet = asAddress('0xmany');
    const fill = Array.from({ length: TRADE_TRAITS.lanesOf(KEY) * MAX_BATCH_TRADES }, (_, n) => add(1_000 + n));
    const buys = Array.from({ length: 40 }, (_, n) => add(n, { wallet }));
    const exits = [add(50, { isExit: true }), add(51, { isExit: true })];
    const free: TradeBatchEvent = { type: 'LANE_FREE', lane: 2, batchId: `trades/${KEY}/2`, at: 0 };
    const { effects } = run([...fill, ...buys, ...exits, add(60), free]);
    const last = effects.findLast(({ type }) => type === 'handOver')?.params as {
      readonly batch: { readonly items: readonly TradeItem[] };
    };
    const keys = last.batch.items.map(({ itemKey }) => itemKey);
    expect(keys.slice(0, 2)).toEqual(['t50', 't51']);
    expect(keys).toContain('t60');
    expect(keys).toHaveLength(MAX_BATCH_TRADES);
  });

  test('all batches of a key that are out at once fit into the queue of its sender', () => {
    const most = TRADE_TRAITS.lanesOf(KEY) + DCA_TRAITS.lanesOf('31337') + DCA_TRAITS.lanesOf('31337/claims');
    expect(most).toBeLessThan(MAX_OPEN_REQUESTS);
  });

  test('a batch with an exit says so to the sender', () => {
    const asked = (isExit: boolean) => run([add(1, { isExit }), { type: 'SEAL', batchNo: 1, at: 0 }]).effects.at(-1)?.params;
    expect(asked(true)).toMatchObject({ isExit: true, gatherer: KEY });
    expect(asked(false)).toMatchObject({ isExit: false });
  });
});
