import { describe, expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { knowsItem, MAX_WAITING_ITEMS } from '../../../machines/batch/seal.ts';
import { type DcaBatchEvent, dcaBatchMachine, MAX_BATCH_ITEMS, DCA_LANES as MOST_LANES } from '../../../machines/dca-batch.ts';
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
const addAll = (numbers: readonly number[]): DcaBatchEvent => ({ type: 'ADD_ITEMS', items: numbers.map((n) => itemOf(n)), at: 0 });
const addWhole = (numbers: readonly number[]): DcaBatchEvent => ({ ...addAll(numbers), isWhole: true }) as DcaBatchEvent;
const seal = (batchNo: number): DcaBatchEvent => ({ type: 'SEAL', batchNo, at: 0 });
const settled = (batchNo: number): DcaBatchEvent => ({
  type: 'TX_SETTLED',
  requestKey: `31337/${batchNo}`,
  outcome: 'mined',
  txHash: asHash('0x1'),
  at: 0,
});
const recorded = (batchNo: number, untold?: readonly string[]): DcaBatchEvent => ({
  type: 'OUTCOME_RECORDED',
  batchId: `31337/${batchNo}`,
  ...(untold === undefined ? {} : { untold }),
  at: 0,
});
const free = (lane: number, batchNo: number): DcaBatchEvent => ({ type: 'LANE_FREE', lane, batchId: `31337/${batchNo}`, at: 0 });
const withdraw = (n: number): DcaBatchEvent => ({ type: 'WITHDRAW_ITEM', itemKey: `k${n}`, at: 0 });
const take = (batchNo: number): DcaBatchEvent => ({
  type: 'TAKE_BATCH',
  batchNo,
  batch: { id: `31337/${batchNo}`, vault: asAddress('0xv'), items: [itemOf(batchNo)] },
  at: 0,
});
const LANE = { key: '31337/2', chainId: 31337, laneOf: '31337' };
const EFFECTS = ['seal', 'submitBatch', 'recordOutcome', 'handOver', 'freeLane', 'returnItems', 'tellLate'];
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
    expect(houseRuleProblems(dcaBatchMachine, new Set(EFFECTS))).toEqual([]);
  });

  test('takes every transition, and unexpected events are harmless in every state', () => {
    const refused: DcaBatchEvent = { type: 'SUBMIT_REFUSED', batchId: '31337/1', reason: 'no-executor', at: 0 };
    const gone: DcaBatchEvent = { type: 'RECEIPT_GONE', batchId: '31337/1', at: 0 };
    const stale = { ...refused, batchId: 'stale' };
    const samples = [
      add(0),
      addAll([0]),
      seal(99),
      settled(99),
      recorded(99),
      stale,
      { ...gone, batchId: 'stale' },
      free(9, 9),
      withdraw(99),
      take(0),
    ];
    const lane = { value: 'idle', context: initialTransition(dcaBatchMachine, LANE)[0].context };
    const report = walkMachine(dcaBatchMachine, {
      input,
      samples,
      paths: [
        { name: 'one item', events: [add(1), add(1), seal(1), add(1), free(9, 9), settled(1), recorded(1), add(1)], ends: 'idle' },
        { name: 'whole batches', events: [addWhole([1, 2]), addWhole([3]), settled(1), recorded(1), free(2, 2)], ends: 'idle' },
        { name: 'others wait', events: [add(1), add(2), seal(1), add(3), settled(1), recorded(1)], ends: 'gathering' },
        { name: 'full', events: many(1, MAX_BATCH_ITEMS), ends: 'submitting' },
        { name: 'a free lane', events: [add(0), seal(1), add(1), seal(2), free(2, 2)], ends: 'submitting' },
        { name: 'overfull', events: [add(0), seal(1), ...many(1, 60 + MOST_LANES * MAX_BATCH_ITEMS)], ends: 'submitting' },
        { name: 'not even submitted', events: [add(1), seal(1), refused], ends: 'settling' },
        { name: 'a reorg takes the transaction back', events: [add(1), seal(1), settled(1), gone], ends: 'submitting' },
        { name: 'withdrawn', events: [add(1), withdraw(1), withdraw(1), withdraw(2), add(2)], ends: 'idle' },
        { name: 'waited too long', events: [add(1), { ...add(2), at: 400_000 }], ends: 'gathering' },
        { name: 'waited too long for a lane', events: [add(1), seal(1), add(2), { ...add(3), at: 400_000 }], ends: 'submitting' },
        { name: 'several at once', events: [addAll([1, 2]), addAll([1, 2]), withdraw(3), addAll([3, 4])], ends: 'gathering' },
        { name: 'not told', events: [add(1), seal(1), settled(1), recorded(1, ['k1'])], ends: 'idle' },
        {
          name: 'a lane',
          from: lane,
          events: [take(1), take(2), add(1), addAll([1]), settled(1), recorded(1), take(1), add(3)],
          ends: 'idle',
        },
      ],
    });
    expect(report.uncovered).toEqual([]);
    expect(report.problems).toEqual([]);
  });

  test('items that are added as a whole batch are sealed at once, and the next ones wait again', () => {
    const whole = run([addWhole([1, 2])]);
    expect(whole.value).toBe('submitting');
    expect(whole.effects.map(({ type }) => type)).toEqual(['submitBatch']);
    expect(whole.context).toMatchObject({ gathering: [], sealed: { items: [{ itemKey: 'k1' }, { itemKey: 'k2' }] } });
    const second = run([addWhole([3])], whole.snapshot);
    expect(second.effects.map(({ type }) => type)).toEqual(['handOver']);
    expect(run([add(4)], second.snapshot).effects.map(({ type }) => type)).toEqual(['seal']);
  });

  test('a whole batch of which no item is accepted starts no batch, and the next item waits for its window', () => {
    const none = run([withdraw(1), addWhole([1])]);
    expect(none.effects.map(({ type }) => type)).toEqual(['returnItems']);
    const next = run([add(2)], none.snapshot);
    expect([next.value, ...next.effects.map(({ type }) => type)]).toEqual(['gathering', 'seal']);
  });
});

describe('the behaviour of a batch', () => {
  test('gathers, seals once, and submits what was sealed and nothing that came later', () => {
    const { effects, context } = run([add(1), add(2), seal(1), add(3)]);
    expect(effects.map(({ type }) => type)).toEqual(['seal', 'submitBatch', 'seal']);
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
    const late = run([...many(1, MAX_BATCH_ITEMS), add(50), seal(1)]);
    expect(late.effects.filter(({ type }) => type === 'handOver')).toEqual([]);
  });

  test('two orders of one position, two vaults, too much gas or too much calldata never share a batch', () => {
    const apart = [
      add(2, { positionId: 1 }),
      add(2, { vault: asAddress('0xother') }),
      add(2, { order: { ...order, gasLimit: '15000000' } }),
      add(2, { order: { ...order, data: `0x${'ab'.repeat(100_000)}` } }),
    ];
    for (const second of apart) {
      const { context, value } = run([add(1), second]);
      expect(value).toBe('submitting');
      expect(context.sealed?.items.map(({ itemKey }) => itemKey)).toEqual(['k1']);
      expect(context.gathering).toHaveLength(1);
    }
  });
});

describe('the lanes of a batch', () => {
  const handed = ({ effects }: ReturnType<typeof run>) => effects.filter(({ type }) => type === 'handOver').map(({ params }) => params);

  test('few items cost one actor: nothing is handed over while its own batch is not out', () => {
    expect(handed(run([add(1), add(2), seal(1), settled(1), recorded(1), add(3), seal(2)]))).toEqual([]);
  });

  test('while its batch is out, the next one goes to a lane when its window is over, or when it is full', () => {
    const one = run([add(1), seal(1), add(2), add(3)]);
    expect(handed(one)).toEqual([]);
    expect(handed(run([seal(2)], one.snapshot))).toMatchObject([
      { laneKey: '31337/2', batchNo: 2, batch: { id: '31337/2', items: [{ itemKey: 'k2' }, { itemKey: 'k3' }] } },
    ]);
    expect(handed(run([add(1), seal(1), ...many(2, MAX_BATCH_ITEMS)]))).toMatchObject([{ laneKey: '31337/2', batchNo: 2 }]);
  });

  test('an item is in one place only, whatever is repeated', () => {
    const events = Array.from({ length: 800 }, (_, n) => add(n, { wallet: asAddress(`0x${n}`) }));
    const out = run([add(1_000), seal(1), ...events, ...events]);
    const batches = handed(out) as { readonly laneKey: string; readonly batch: { readonly items: readonly BatchItem[] } }[];
    expect(new Set(batches.map(({ laneKey }) => laneKey)).size).toBe(batches.length);
    expect(batches).toHaveLength(MOST_LANES - 1);
    const keys = [...batches.flatMap(({ batch }) => batch.items), ...out.context.gathering].map(({ itemKey }) => itemKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(out.context.gathering).toHaveLength(MAX_WAITING_ITEMS);
    expect(keys).toHaveLength((MOST_LANES - 1) * MAX_BATCH_ITEMS + MAX_WAITING_ITEMS);
    for (const key of keys) expect(knowsItem(out.context, key)).toBe(true);
  });

  test('a lane that is free takes the next batch at once, and a repeated report frees nothing', () => {
    const full = run([add(1_000), seal(1), ...many(0, 800).map((event) => ({ ...event, at: 0 }))]);
    const freed = run([free(3, 3), free(3, 3)], full.snapshot);
    expect(handed(freed)).toMatchObject([{ laneKey: '31337/3' }]);
    expect(freed.context.lanes).toHaveLength(MOST_LANES - 1);
    // The batch that contained this item has ended. The item must still be known, so that a repeated request does not add it again.
    expect(knowsItem(freed.context, 'k25')).toBe(true);
  });

  test('several items that come together are taken one after the other, as far as there is room', () => {
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    const { context, effects, value } = run([addAll([...numbers, 3, 3])]);
    expect(value).toBe('submitting');
    expect(context.sealed?.items.map(({ itemKey }) => itemKey)).toEqual(numbers.slice(0, MAX_BATCH_ITEMS).map((n) => `k${n}`));
    expect(context.gathering.map(({ itemKey }) => itemKey)).toEqual(numbers.slice(MAX_BATCH_ITEMS).map((n) => `k${n}`));
    expect(effects.map(({ type }) => type)).toEqual(['submitBatch', 'seal']);
    const many = run([addAll(Array.from({ length: 90 }, (_, n) => n)), withdraw(200), addAll([200, 201])]);
    expect(knowsItem(many.context, 'k201')).toBe(true);
    expect(many.effects.filter(({ type }) => type === 'returnItems')).toMatchObject([
      { params: { batch: { items: [{ itemKey: 'k200' }] } } },
    ]);
    expect(knowsItem(many.context, 'k70')).toBe(false);
  });

  test('pay-outs have no lanes', () => {
    const claims = initialTransition(dcaBatchMachine, { key: '31337/claims', chainId: 31337 })[0];
    expect(handed(run([add(1), seal(1), ...many(2, 40)], claims))).toEqual([]);
  });

  test('a lane takes each batch once, and reports that it is free', () => {
    const start = initialTransition(dcaBatchMachine, LANE)[0];
    const { effects, value } = run([take(5), take(5), settled(5), recorded(5), take(5), take(4)], start);
    expect(value).toBe('idle');
    expect(effects.map(({ type }) => type)).toEqual(['submitBatch', 'recordOutcome', 'freeLane']);
    expect(effects[0]?.params).toMatchObject({ gatherer: '31337', batch: { id: '31337/5' } });
    expect(effects[2]?.params).toEqual({ gatherer: '31337', lane: 2, batchId: '31337/5' });
    expect(run([add(1)], start).context.gathering).toEqual([]);
  });
});

describe('an item that is not sent', () => {
  const given = ({ effects }: ReturnType<typeof run>) => effects.filter(({ type }) => type === 'returnItems').map(({ params }) => params);

  test('is taken back while it waits, and one that has not come yet is not accepted any more', () => {
    const early = run([add(1), add(2), withdraw(1), seal(1)]);
    expect(given(early)).toMatchObject([{ batch: { items: [{ itemKey: 'k1' }] }, outcome: { outcome: 'withdrawn' } }]);
    expect(early.context.sealed?.items.map(({ itemKey }) => itemKey)).toEqual(['k2']);
    const late = run([withdraw(1), add(1), add(1)]);
    expect(given(late)).toMatchObject([{ batch: { items: [{ itemKey: 'k1' }] }, outcome: { outcome: 'withdrawn' } }]);
    expect(late.value).toBe('idle');
  });

  test('takes its window with it, so that the next item is sealed in any case', () => {
    const { effects, context } = run([add(1), withdraw(1), seal(1), add(2)]);
    expect(effects.map(({ type }) => type)).toEqual(['seal', 'returnItems', 'seal']);
    expect(context.gathering).toHaveLength(1);
    const waiting = run([add(1), seal(1), add(2), withdraw(2), seal(2), add(3)]);
    expect(waiting.effects.at(-1)?.type).toBe('seal');
  });

  test('stays in a batch that is sealed', () => {
    const own = run([add(1), seal(1), withdraw(1), add(2), seal(2), withdraw(2)]);
    expect(given(own)).toEqual([]);
    expect(own.context.sealed?.items).toHaveLength(1);
  });

  test('is given back when it has waited so long that its route would not last', () => {
    const busy = run([add(1_000), seal(1), ...many(0, 800)]);
    const later = run([{ ...free(2, 2), at: 241_000 }], busy.snapshot);
    expect(given(later)).toMatchObject([{ outcome: { outcome: 'expired' } }]);
    expect(later.context.gathering).toEqual([]);
    expect(later.effects.filter(({ type }) => type === 'handOver')).toEqual([]);
  });
});
