import { describe, expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { dcaPosition } from '../../../actors/dca-position/actor.ts';
import type { ChainPosition } from '../../../machines/dca-position/context.ts';
import type { DcaPositionEvent } from '../../../machines/dca-position/events.ts';
import { dcaPositionMachine } from '../../../machines/dca-position.ts';
import { houseRuleProblems } from '../../../src/runtime/define/house-rules.ts';
import type { OrderItem } from '../../../src/values/dca-batch.ts';
import { asAddress, asUnits } from '../../support/branded.ts';
import { type WalkStep, walkMachine } from '../../support/walk-machine.ts';

type Machine = typeof dcaPositionMachine;
type Step = WalkStep<Machine>;
type Ends = 'pending' | 'reconciling' | 'success' | 'completed' | 'cancelled' | { active: 'waiting' };

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 0, 1);
const link = { vault: asAddress('0xvault'), positionId: 7 };
const input = {
  recordId: 'r1',
  terms: {
    ...{
      wallet: asAddress('0xw'),
      chainId: 31337,
      fromToken: asAddress('0xa'),
      toToken: asAddress('0xb'),
      fromDecimals: 6,
      toDecimals: 18,
    },
    ...{ amountBaseUnits: asUnits('100'), frequency: 3, durationSec: 3600 },
  },
  ...{ isAutoBuy: true, timeFrame: 'hour', isAdopted: false },
};
const item: OrderItem = {
  ...{ orderIndex: 0, target: asAddress('0xt'), spender: asAddress('0xs'), data: '0x', amountOutMin: asUnits('1'), gasLimit: '1' },
};

const moved = (amountIn: string, amountOut: string) => ({ amountIn: asUnits(amountIn), amountOut: asUnits(amountOut) });

/** The fields of a position on chain, with amounts as plain strings. */
type Written = { readonly [Name in keyof ChainPosition]?: ChainPosition[Name] extends string ? string : ChainPosition[Name] };

function onChain(more: Written = {}): ChainPosition {
  const written: Written = {
    status: 'active',
    amount: '100',
    frequency: 3,
    intervalSec: 3600,
    processed: 0,
    ...{ spent: '0', received: '0', claimable: '0', isAutoBuy: true, autoClaim: false },
    depositTimeSec: T0 / 1000,
    lastOrderTimeSec: 0,
    nextOrderTimeSec: T0 / 1000,
    nextOrderAmount: '33',
    slotPatienceSec: 60,
    ...more,
  };
  return written as ChainPosition;
}

const tick = (more: Written | null, at = T0): DcaPositionEvent => ({
  type: 'TICK',
  at,
  reading: more === null ? null : { position: onChain(more), blockTimeSec: Math.floor(at / 1000) },
});
const notDue = (at = T0) => tick({ nextOrderTimeSec: T0 / 1000 + 86_400 }, at);
const linked: Step = { type: 'LINKED', link, at: T0 };
const withKey =
  (make: (itemKey: string) => Exclude<Step, (...args: never[]) => unknown>): Step =>
  (snapshot) =>
    make(snapshot.context.order?.itemKey ?? 'none');
const planned = withKey((itemKey) => ({ type: 'ORDER_PLANNED', itemKey, item, at: T0 }));
const joined = withKey((itemKey) => ({ type: 'JOINED', itemKey, at: T0 }));
const failed = (at = T0) => withKey((itemKey) => ({ type: 'ORDER_FAILED', itemKey, reason: 'OutputBelowMinimum', at }));
const settled = (orderIndex: number) =>
  withKey((itemKey) => ({ type: 'ORDER_SETTLED', itemKey, orderIndex, ...moved('33', '5'), blockTimeSec: T0 / 1000, at: T0 }));
const returned = withKey((itemKey) => ({ type: 'ORDER_RETURNED', itemKey, reason: 'expired', at: T0 }));
const skippedAt = (at: number, more: { readonly parksForMinutes?: number } = {}) =>
  withKey((itemKey) => ({
    ...{ type: 'ORDER_SKIPPED', itemKey, kind: 'output-below-minimum', detail: 'moved', nextAttemptAtMs: null, at, ...more },
  }));
const skipped = skippedAt(T0 + 3_000);
const skippedOften = Array.from({ length: 11 }, (_, i) => T0 + i * 10 * MINUTE).flatMap((at) => [
  tick({}, at),
  skippedAt(at, { parksForMinutes: 1440 }),
]);
const look: DcaPositionEvent = { type: 'LOOK', at: T0 };
const waiting: Step[] = [linked, tick({}), planned, joined];
const failsAt = (minute: number): Step[] => [tick({}, T0 + minute * MINUTE), planned, joined, failed(T0 + minute * MINUTE)];
const setAside: Step[] = [linked, ...[0, 10, 20, 30, 40].flatMap(failsAt)];
const restored: DcaPositionEvent = { type: 'RESTORED', at: T0 };

function run(steps: readonly Step[], start = initialTransition(dcaPositionMachine, input)[0]) {
  let snapshot = start;
  const effects: { type: string; params: unknown }[] = [];
  for (const step of steps) {
    const event = typeof step === 'function' ? step(snapshot) : step;
    const [next, actions] = transition(dcaPositionMachine, snapshot, event);
    snapshot = next;
    for (const { type, params } of actions) if (!type.startsWith('xstate.')) effects.push({ type, params });
  }
  return { snapshot, effects, context: snapshot.context, value: snapshot.value };
}

describe('the DCA position machine', () => {
  test('keeps the house rules', () => {
    const names = new Set(['planOrder', 'joinBatch', 'requestAutoClaim', 'lookUpLink']);
    expect(houseRuleProblems(dcaPositionMachine, names)).toEqual([]);
  });

  test('takes every transition, and unexpected events are harmless in every state', () => {
    const paths: { name: string; events: Step[]; ends: Ends }[] = [
      {
        name: 'buys all three',
        events: [...waiting, settled(0), tick({ processed: 1 }), planned, joined, settled(1), tick({ processed: 2 }), planned, settled(2)],
        ends: 'completed',
      },
      {
        name: 'pending ticks and claims',
        events: [
          tick(null),
          { type: 'CLAIM', fields: { status: 'success' }, at: T0 },
          { type: 'CLAIM', fields: { status: 'success' }, at: T0 },
        ],
        ends: 'pending',
      },
      {
        name: 'looks once',
        events: [
          { type: 'LOOK', at: T0 },
          { type: 'LOOK', at: T0 },
        ],
        ends: 'pending',
      },
      {
        name: 'asked for without having been adopted',
        events: [{ type: 'ASKED_FOR', isAutoBuy: false, timeFrame: null, at: T0 }],
        ends: 'pending',
      },
      { name: 'linked twice, then unlinked', events: [linked, linked, { type: 'UNLINKED', link, at: T0 }], ends: 'pending' },
      { name: 'not due', events: [linked, notDue(), notDue()], ends: 'success' },
      {
        name: 'cancelled before an order',
        events: [linked, tick({ status: 'cancelled' }), tick({ status: 'cancelled' })],
        ends: 'cancelled',
      },
      { name: 'a cancel that a reorg undid', events: [linked, tick({ status: 'cancelled' }), tick({})], ends: 'success' },
      {
        name: 'cancelled, then completed',
        events: [linked, tick({ status: 'cancelled' }), tick({ status: 'completed' })],
        ends: 'completed',
      },
      {
        name: 'completed, then cancelled',
        events: [linked, tick({ status: 'completed' }), tick({ status: 'cancelled' })],
        ends: 'cancelled',
      },
      { name: 'completed, then active', events: [linked, tick({ status: 'completed' }), tick({ status: 'active' })], ends: 'success' },
      {
        name: 'mirrors a completed one once',
        events: [
          linked,
          tick({ status: 'completed' }),
          tick({ status: 'completed', received: '5' }),
          tick({ status: 'completed', received: '5' }),
        ],
        ends: 'completed',
      },
      {
        name: 'mirrors a cancelled one once',
        events: [
          linked,
          tick({ status: 'cancelled' }),
          tick({ status: 'cancelled', received: '5' }),
          tick({ status: 'cancelled', received: '5' }),
        ],
        ends: 'cancelled',
      },
      {
        name: 'pays out',
        events: [
          linked,
          tick({ autoClaim: true, claimable: '5', received: '5', nextOrderTimeSec: T0 }),
          { type: 'AUTO_CLAIM_RETURNED', askedAt: asUnits('5'), at: T0 },
          tick({ autoClaim: true, claimable: '5', received: '5', nextOrderTimeSec: T0 }),
          { type: 'AUTO_CLAIM_REFUSED', askedAt: asUnits('5'), reason: 'no', at: T0 },
        ],
        ends: 'success',
      },
      {
        name: 'pays out when completed',
        events: [linked, tick({ status: 'completed' }), tick({ status: 'completed', autoClaim: true, claimable: '5', received: '5' })],
        ends: 'completed',
      },
      {
        name: 'pays out when cancelled',
        events: [linked, tick({ status: 'cancelled' }), tick({ status: 'cancelled', autoClaim: true, claimable: '5', received: '5' })],
        ends: 'cancelled',
      },
      { name: 'read at every tick in any case', events: [linked, tick({}), look, skipped, look], ends: 'success' },
      { name: 'looked at while its order is tried rarely', events: [linked, ...skippedOften, look], ends: 'success' },
      { name: 'cancelled in the middle', events: [...waiting, tick({ status: 'cancelled' })], ends: 'cancelled' },
      { name: 'completed in the middle', events: [...waiting, tick({ status: 'completed' })], ends: 'completed' },
      { name: 'the chain was faster than the batch', events: [...waiting, tick({ processed: 1 }), settled(0)], ends: 'success' },
      {
        name: 'what became of an order comes after the record was restored',
        events: [...waiting, restored, failed(), returned],
        ends: 'reconciling',
      },
      {
        name: 'mirrors while it waits',
        events: [...waiting, tick({ claimable: '1' }), tick({ claimable: '1' })],
        ends: { active: 'waiting' },
      },
      { name: 'fails on chain', events: [...waiting, failed()], ends: 'success' },
      { name: 'comes back unsent', events: [...waiting, returned], ends: 'success' },
      { name: 'is skipped', events: [linked, tick({}), skipped], ends: 'success' },
      {
        name: 'fails too often, and is tried again later',
        events: [
          ...setAside,
          tick({}, T0 + 41 * MINUTE),
          tick({}, T0 + 41 * MINUTE),
          tick({ claimable: '2' }, T0 + 41 * MINUTE),
          tick({}, T0 + 500 * MINUTE),
        ],
        ends: 'success',
      },
      { name: 'set aside, then cancelled', events: [...setAside, tick({ status: 'cancelled' })], ends: 'cancelled' },
      { name: 'set aside, then completed', events: [...setAside, tick({ status: 'completed' })], ends: 'completed' },
      { name: 'restored without a link', events: [restored, tick({}), { type: 'LINK_LOOKED_UP', link: null, at: T0 }], ends: 'pending' },
      {
        name: 'restored with a link',
        events: [linked, restored, tick({}), { type: 'LINK_LOOKED_UP', link, at: T0 }, tick(null), tick({})],
        ends: 'success',
      },
      { name: 'restored, and linked meanwhile', events: [restored, linked, tick({ status: 'cancelled' })], ends: 'cancelled' },
      {
        name: 'restored when it was over',
        events: [linked, restored, { type: 'LINK_LOOKED_UP', link, at: T0 }, tick({ status: 'completed' })],
        ends: 'completed',
      },
    ];
    const adopted = { value: 'pending', context: { ...initialTransition(dcaPositionMachine, { ...input, isAdopted: true })[0].context } };
    const report = walkMachine(dcaPositionMachine, {
      input,
      samples: [
        tick({}, T0),
        { type: 'LOOK', at: T0 },
        { type: 'CLAIM', fields: { note: 'x' }, at: T0 },
        { type: 'ASKED_FOR', isAutoBuy: false, timeFrame: null, at: T0 },
        { type: 'LINKED', link: { vault: asAddress('other'), positionId: 1 }, at: T0 },
        { type: 'UNLINKED', link: { vault: asAddress('other'), positionId: 1 }, at: T0 },
        { type: 'LINK_LOOKED_UP', link, at: T0 },
        { type: 'ORDER_PLANNED', itemKey: 'stale', item, at: T0 },
        { type: 'ORDER_SKIPPED', itemKey: 'stale', kind: 'no-route', detail: '', nextAttemptAtMs: null, at: T0 },
        { type: 'JOINED', itemKey: 'stale', at: T0 },
        { type: 'ORDER_SETTLED', itemKey: 'stale', orderIndex: 0, ...moved('1', '1'), blockTimeSec: 1, at: T0 },
        { type: 'ORDER_FAILED', itemKey: 'stale', reason: '', at: T0 },
        { type: 'ORDER_RETURNED', itemKey: 'stale', reason: '', at: T0 },
        { type: 'AUTO_CLAIM_RETURNED', askedAt: asUnits('404'), at: T0 },
        { type: 'AUTO_CLAIM_REFUSED', askedAt: asUnits('404'), reason: '', at: T0 },
        restored,
      ],
      paths: [
        ...paths,
        {
          name: 'an adopted one gets its client',
          from: adopted,
          events: [{ type: 'ASKED_FOR', isAutoBuy: false, timeFrame: 'day', at: T0 }],
          ends: 'pending',
        },
      ],
    });
    expect(report.uncovered).toEqual([]);
    expect(report.problems).toEqual([]);
  });
});

describe('the behaviour of a position', () => {
  test('plans the due order with the vault’s data, and passes it to the batch under one key', () => {
    const { effects, context } = run([linked, tick({ processed: 1, nextOrderAmount: '34' }), planned]);
    expect(effects.map(({ type }) => type)).toEqual(['planOrder', 'joinBatch']);
    expect(effects[0]?.params).toMatchObject({ orderIndex: 1, amountIn: '34', positionId: 7, vault: '0xvault', isAdopted: false });
    expect(effects[1]?.params).toMatchObject({ itemKey: context.order?.itemKey, item });
  });

  test('a client’s status is shown until the chain is read again, and never acted on', () => {
    const claimed = run([linked, notDue(), { type: 'CLAIM', fields: { status: 'cancelled', processed: 99, note: 'mine' }, at: T0 }]);
    expect(claimed.value).toBe('success');
    expect(claimed.context.claims).toEqual({ status: 'cancelled', processed: 99, note: 'mine' });
    const mirrored = run([notDue()], claimed.snapshot);
    expect(mirrored.value).toBe('success');
    expect(mirrored.context.claims).toEqual({ note: 'mine' });
    const due = run([tick({})], claimed.snapshot);
    expect(due.value).toEqual({ active: 'planning' });
  });

  test('a tick that brings no news keeps the very same context', () => {
    const before = run([linked, notDue(), notDue()]).snapshot;
    const [after] = transition(dcaPositionMachine, before, notDue(T0 + MINUTE));
    expect(JSON.stringify(after.context)).toBe(JSON.stringify(before.context));
  });

  test('after a gap the next order waits for its slot, or in a vault of the version before for the spacing from the last one', () => {
    const late = T0 + 86_400_000 + 5 * MINUTE;
    const { context } = run([linked, tick({}, late), planned, joined, settledAt(0, late)]);
    expect(context.chain?.nextOrderTimeSec).toBe(T0 / 1000 + 86_400 + 1200);
    const before = run([linked, tick({ slotPatienceSec: undefined }, late), planned, joined, settledAt(0, late)]);
    expect(before.context.chain?.nextOrderTimeSec).toBe(late / 1000 + 1200);
  });

  test('an order that settles counts at once, clears the failure, and the last one takes the remainder', () => {
    const first = run([...waiting, failed(), tick({}, T0 + MINUTE), planned, joined, settled(0)]);
    expect(first.context.lastFailure).toBeNull();
    expect(first.context.chain).toMatchObject({
      processed: 1,
      spent: '33',
      received: '5',
      nextOrderAmount: '33',
      nextOrderTimeSec: T0 / 1000 + 1200,
    });
    const second = run([tick({ processed: 1, spent: '33', received: '5' }, T0 + 2 * MINUTE), planned, joined, settled(1)], first.snapshot);
    expect(second.context.chain?.nextOrderAmount).toBe(asUnits('34'));
  });

  test('a skip is typed, pauses to a whole minute, and grows to five minutes', () => {
    let { snapshot } = run([linked, tick({}), skipped]);
    expect(snapshot.context.lastSkip).toMatchObject({ kind: 'output-below-minimum', nextAttemptAtMs: T0 + MINUTE });
    expect(snapshot.context.lastFailure?.message).toBe('output-below-minimum: moved');
    expect(run([tick({}, T0 + 59_000)], snapshot).value).toBe('success');
    const pauses: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const at = snapshot.context.nextAttemptAtMs;
      snapshot = run(
        [tick({}, at), withKey((itemKey) => ({ type: 'ORDER_SKIPPED', itemKey, kind: 'no-route', detail: '', nextAttemptAtMs: null, at }))],
        snapshot,
      ).snapshot;
      pauses.push((snapshot.context.nextAttemptAtMs - at) / MINUTE);
    }
    expect(pauses).toEqual([2, 4, 5, 5, 5]);
  });

  test('while the owner has automatic buying switched off nothing is planned, which is recorded once', () => {
    const off = run([linked, tick({ isAutoBuy: false })]);
    expect(off.value).toBe('success');
    expect(off.context.lastSkip).toMatchObject({ kind: 'auto-buy-off', nextAttemptAtMs: null });
    expect(run([tick({ isAutoBuy: false }, T0 + MINUTE)], off.snapshot).context.lastSkip).toEqual(off.context.lastSkip);
  });

  test('a restored position trades only after its link and its chain state were looked up', () => {
    const { effects, value } = run([linked, tick({}), restored, tick({}), { type: 'LINK_LOOKED_UP', link, at: T0 }, tick({}, T0 + MINUTE)]);
    expect(effects.map(({ type }) => type)).toEqual(['planOrder', 'lookUpLink']);
    expect(value).toBe('success');
  });

  test('a finished position asks for no ticks until something says that it must be read', () => {
    const done = run([linked, tick({ status: 'completed' })]).snapshot;
    expect(dcaPosition.due(done)).toBeNull();
    expect(dcaPosition.due(run([{ type: 'LOOK', at: T0 }], done).snapshot)).toBe(0);
    expect(dcaPosition.due(run([{ type: 'CLAIM', fields: { status: 'active' }, at: T0 }], done).snapshot)).toBe(0);
  });

  test('an automatic claim is requested once for each received amount', () => {
    const owed: Written = { autoClaim: true, claimable: '5', received: '5', nextOrderTimeSec: T0 };
    const asked = run([linked, tick(owed), tick(owed, T0 + MINUTE)]);
    expect(asked.effects.map(({ type }) => type)).toEqual(['requestAutoClaim']);
    const more = run([tick({ ...owed, claimable: '9', received: '9' }, T0 + 2 * MINUTE)], asked.snapshot);
    expect(more.effects).toHaveLength(1);
  });

  test('a claim that the token refused after the last order is requested again, later each time, until it is paid out', () => {
    const owed: Written = { status: 'completed', autoClaim: true, claimable: '5', received: '5' };
    const refused = (at: number): DcaPositionEvent => ({ type: 'AUTO_CLAIM_REFUSED', askedAt: asUnits('5'), reason: 'TransferFailed', at });
    const HOUR = 60 * MINUTE;
    let { snapshot } = run([linked, tick({ status: 'completed' }), tick(owed)]);
    let nowMs = T0;
    for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
      snapshot = run([refused(nowMs), tick(owed, nowMs)], snapshot).snapshot;
      expect(dcaPosition.due(snapshot)).toBe(nowMs + hours * HOUR);
      expect(run([tick(owed, nowMs + hours * HOUR - MINUTE)], snapshot).effects).toEqual([]);
      nowMs += hours * HOUR;
      const again = run([tick(owed, nowMs)], snapshot);
      expect(again.effects.map(({ type }) => type)).toEqual(['requestAutoClaim']);
      snapshot = again.snapshot;
    }
    const paid = run([refused(nowMs), tick({ ...owed, claimable: '0' }, nowMs)], snapshot).snapshot;
    expect(paid.context.autoClaimRefused).toBeNull();
    expect(dcaPosition.due(paid)).toBeNull();
  });

  test('tokens bought after a refused pay-out are claimed at once', () => {
    const owed: Written = { autoClaim: true, claimable: '5', received: '5', nextOrderTimeSec: T0 };
    const { snapshot } = run([linked, tick(owed), { type: 'AUTO_CLAIM_REFUSED', askedAt: asUnits('5'), reason: 'no', at: T0 }]);
    expect(run([tick({ ...owed, claimable: '9', received: '9' }, T0 + MINUTE)], snapshot).effects).toHaveLength(1);
  });
});

const settledAt = (orderIndex: number, at: number) =>
  withKey((itemKey) => ({ type: 'ORDER_SETTLED', itemKey, orderIndex, ...moved('33', '5'), blockTimeSec: at / 1000, at }));
