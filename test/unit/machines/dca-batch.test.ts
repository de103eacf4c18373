import { describe, expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { MAX_BATCH_ITEMS, MAX_WAITING_ITEMS } from '../../../machines/dca-batch/seal.ts';
import { type DcaBatchEvent, dcaBatchMachine } from '../../../machines/dca-batch.ts';
import { houseRuleProblems } from '../../../src/runtime/define/house-rules.ts';
import type { BatchItem } from '../../../src/values/dca-batch.ts';
import { asAddress, asHash, asUnits } from '../../support/branded.ts';
import { walkMachine } from '../../support/walk-machine.ts';

const input = { key: '31337', chainId: 31337 };
const order = {
  orderIndex: 0,
  target: asAddress('0xt'),
  spender: asAddress('0xs'),
  data: '0x',
  amountOutMin: asUnits('1'),
  gasLimit: '200000',
};

function itemOf(n: number, more: Partial<BatchItem> = {}): BatchItem {
  return {
    itemKey: `k${n}`,
    positionActorId: `dca-position/${n}`,
    vault: asAddress('0xv'),
    wallet: asAddress('0xw'),
    positionId: n,
    order,
    ...more,
  };
}
const add = (n: number, more: Partial<BatchItem> = {}): DcaBatchEvent => ({ type: 'ADD_ITEM', item: itemOf(n, more), at: 0 });
const seal = (batchNo: number): DcaBatchEvent => ({ type: 'SEAL', batchNo, at: 0 });
const settled = (batchNo: number): DcaBatchEvent => ({
  type: 'TX_SETTLED',
  requestKey: `31337/${batchNo}`,
  outcome: 'mined',
  txHash: asHash('0x1'),
  at: 0,
});
const recorded = (batchNo: number): DcaBatchEvent => ({ type: 'OUTCOME_RECORDED', batchId: `31337/${batchNo}`, at: 0 });
const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => add(from + i));

function run(events: readonly DcaBatchEvent[], start = initialTransition(dcaBatchMachine, input)[0]) {
  let snapshot = start;
  const effects: { type: string; params: unknown }[] = [];
  for (const event of events) {
    const [next, actions] = transition(dcaBatchMachine, snapshot, event);
    snapshot = next;
    for (const { type, params } of actions) if (!type.startsWith('xstate.')) effects.push({ type, params });
  }
  return { snapshot, effects, context: snapshot.context, value: snapshot.value };
}

describe('the DCA batch machine', () => {
  test('keeps the house rules', () => {
    expect(houseRuleProblems(dcaBatchMachine, new Set(['seal', 'submitBatch', 'recordOutcome']))).toEqual([]);
  });

  test('takes every transition, and unexpected events are harmless in every state', () => {
    const refused: DcaBatchEvent = { type: 'SUBMIT_REFUSED', batchId: '31337/1', reason: 'no-executor', at: 0 };
    const gone: DcaBatchEvent = { type: 'RECEIPT_GONE', batchId: '31337/1', at: 0 };
    const report = walkMachine(dcaBatchMachine, {
      input,
      samples: [add(0), seal(99), settled(99), recorded(99), { ...refused, batchId: 'stale' }, { ...gone, batchId: 'stale' }],
      paths: [
        { name: 'one item', events: [add(1), add(1), seal(1), add(1), settled(1), recorded(1), add(1)], ends: 'idle' },
        { name: 'others wait', events: [add(1), add(2), seal(1), add(3), settled(1), recorded(1)], ends: 'gathering' },
        { name: 'full', events: many(1, MAX_BATCH_ITEMS), ends: 'submitting' },
        { name: 'overfull', events: [add(0), seal(1), ...many(1, MAX_WAITING_ITEMS + 1)], ends: 'submitting' },
        { name: 'not even submitted', events: [add(1), seal(1), refused], ends: 'settling' },
        { name: 'a reorg takes the transaction back', events: [add(1), seal(1), settled(1), gone], ends: 'submitting' },
      ],
    });
    expect(report.uncovered).toEqual([]);
    expect(report.problems).toEqual([]);
  });
});

describe('the behaviour of a batch', () => {
  test('gathers, seals once, and submits what was sealed and nothing that came later', () => {
    const { effects, context } = run([add(1), add(2), seal(1), add(3)]);
    expect(effects.map(({ type }) => type)).toEqual(['seal', 'submitBatch']);
    expect(effects[1]?.params).toMatchObject({ batch: { id: '31337/1', items: [{ itemKey: 'k1' }, { itemKey: 'k2' }] } });
    expect(context.gathering.map(({ itemKey }) => itemKey)).toEqual(['k3']);
  });

  test('a key that was accepted is not accepted again, also after its batch has ended', () => {
    const { value, context, effects } = run([add(1), seal(1), settled(1), recorded(1), add(1)]);
    expect(value).toBe('idle');
    expect(context.gathering).toEqual([]);
    expect(effects.filter(({ type }) => type === 'submitBatch')).toHaveLength(1);
  });

  test('the window of a batch that filled up early does not seal the next one', () => {
    const full = run([...many(1, MAX_BATCH_ITEMS), add(50), settled(1), recorded(1)]);
    expect(full.value).toBe('gathering');
    expect(run([seal(1)], full.snapshot).value).toBe('gathering');
    expect(run([seal(2)], full.snapshot).value).toBe('submitting');
  });

  test('two orders of one position, two vaults, or too much gas never share a batch', () => {
    const apart = [
      add(2, { positionId: 1 }),
      add(2, { vault: asAddress('0xother') }),
      add(2, { order: { ...order, gasLimit: '15000000' } }),
    ];
    for (const second of apart) {
      const { context, value } = run([add(1), second]);
      expect(value).toBe('submitting');
      expect(context.sealed?.items.map(({ itemKey }) => itemKey)).toEqual(['k1']);
      expect(context.gathering).toHaveLength(1);
    }
  });
});
