import { expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { dcaPosition } from '../../../actors/dca-position/actor.ts';
import { whyDcaPosition } from '../../../actors/dca-position/why.ts';
import type { ChainPosition } from '../../../machines/dca-position/context.ts';
import type { DcaPositionEvent } from '../../../machines/dca-position/events.ts';
import { dcaPositionMachine } from '../../../machines/dca-position.ts';
import { asAddress, asUnits } from '../../support/branded.ts';

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 0, 1);
const terms = {
  wallet: asAddress('0xw'),
  chainId: 31337,
  fromToken: asAddress('0xa'),
  toToken: asAddress('0xb'),
  fromDecimals: 6,
  toDecimals: 18,
};
const input = {
  recordId: 'r1',
  terms: { ...terms, amountBaseUnits: asUnits('100'), frequency: 3, durationSec: 3600 },
  ...{ isAutoBuy: true, timeFrame: 'hour', isAdopted: false },
};
const STILL = 'It has brought no new block since 2026-01-01 00:00:00 UTC: block 7 is the newest.';

function positionAt(changes: Partial<ChainPosition> = {}): ChainPosition {
  const amounts = {
    amount: asUnits('100'),
    spent: asUnits('0'),
    received: asUnits('0'),
    claimable: asUnits('0'),
    nextOrderAmount: asUnits('33'),
  };
  const times = { intervalSec: 3600, depositTimeSec: T0 / 1000, lastOrderTimeSec: 0, nextOrderTimeSec: T0 / 1000 };
  return { status: 'active', frequency: 3, processed: 0, isAutoBuy: true, autoClaim: false, ...amounts, ...times, ...changes };
}

const tick = (at: number, trouble?: string, changes: Partial<ChainPosition> = {}): DcaPositionEvent => ({
  ...{ type: 'TICK', at, reading: { position: positionAt(changes), blockTimeSec: at / 1000 } },
  ...(trouble === undefined ? {} : { trouble }),
});
const unread = (at: number, trouble?: string): DcaPositionEvent => ({
  ...{ type: 'TICK', at, reading: null },
  ...(trouble === undefined ? {} : { trouble }),
});
const linked: DcaPositionEvent = { type: 'LINKED', link: { vault: asAddress('0xvault'), positionId: 7 }, at: T0 };

function run(events: readonly DcaPositionEvent[], start = initialTransition(dcaPositionMachine, input)[0]) {
  let snapshot = start;
  for (const event of events) [snapshot] = transition(dcaPositionMachine, snapshot, event);
  return { snapshot, skip: snapshot.context.lastSkip };
}

test('an order in progress for two minutes says so in its record, with the trouble of its chain, and not again at each tick', () => {
  const young = run([linked, tick(T0), tick(T0 + MINUTE, STILL)]);
  expect(young.skip).toBeNull();
  const late = run([tick(T0 + 2 * MINUTE, STILL)], young.snapshot);
  expect(late.skip).toMatchObject({ kind: 'under-way', nextAttemptAtMs: null });
  expect(late.skip?.detail).toBe(
    `The order was started at 2026-01-01 00:00:00 UTC, and the outcome of the order is not known yet. ${STILL}`,
  );
  expect(run([tick(T0 + 3 * MINUTE, STILL)], late.snapshot).snapshot.context).toBe(late.snapshot.context);
  // An order in progress must keep this state while the chain cannot be read, because its outcome is still unknown.
  expect(run([unread(T0 + 2 * MINUTE)], young.snapshot).skip?.kind).toBe('under-way');
});

test('an order that was late and ran is no longer late, however the position learns of it', () => {
  const late = run([linked, tick(T0), tick(T0 + 2 * MINUTE)]).snapshot;
  const ran = { processed: 1, nextOrderTimeSec: T0 / 1000 + 3600 };
  expect(run([tick(T0 + 3 * MINUTE, undefined, ran)], late).skip?.kind).toBe('not-due');
  expect(run([tick(T0 + 3 * MINUTE, undefined, { status: 'completed', processed: 3, nextOrderTimeSec: 0 })], late).skip).toBeNull();
  const { order } = late.context;
  const settled = {
    ...{ itemKey: order?.itemKey ?? '', orderIndex: 0, amountIn: asUnits('33'), amountOut: asUnits('1') },
    blockTimeSec: T0 / 1000,
  };
  expect(run([{ type: 'ORDER_SETTLED', at: T0 + 3 * MINUTE, ...settled }], late).skip?.kind).toBe('not-due');
});

test('an order that is due while its position cannot be read says so, and continues with the next reading', () => {
  const known = run([linked, tick(T0, undefined, { nextOrderTimeSec: T0 / 1000 + 60 })]);
  expect(run([unread(T0 + MINUTE)], known.snapshot).skip?.kind).toBe('not-due');
  const late = run([unread(T0 + 3 * MINUTE, STILL)], known.snapshot);
  expect(late.skip).toMatchObject({ kind: 'chain-unreadable', detail: `The position could not be read from its chain. ${STILL}` });
  expect(whyDcaPosition(late.snapshot, T0 + 3 * MINUTE).sentence).toContain('could not be read from its chain');
  const again = run([tick(T0 + 4 * MINUTE, undefined, { nextOrderTimeSec: T0 / 1000 + 60 })], late.snapshot);
  expect([again.snapshot.value, again.skip]).toEqual([{ active: 'planning' }, null]);
  // This position's chain was never read, so it is unknown when its order is due. The only possible reason is therefore that the chain
  // cannot be read.
  expect(run([linked, unread(T0)]).skip?.kind).toBe('chain-unreadable');
});

test('an order that is paused, switched off or has a later attempt keeps its own reason while its chain cannot be read', () => {
  const off = run([linked, tick(T0, undefined, { isAutoBuy: false }), unread(T0 + 9 * MINUTE)]);
  expect(off.skip?.kind).toBe('auto-buy-off');
  const planned = run([linked, tick(T0)]);
  const skipped: DcaPositionEvent = {
    ...{ type: 'ORDER_SKIPPED', at: T0 + MINUTE, itemKey: planned.snapshot.context.order?.itemKey ?? '' },
    ...{ kind: 'no-route', detail: 'No pool', nextAttemptAtMs: T0 + 30 * MINUTE },
  };
  expect(run([skipped, unread(T0 + 9 * MINUTE)], planned.snapshot).skip?.kind).toBe('no-route');
});

test('the trouble of a chain is passed to the tick, and shown to operators', () => {
  const { snapshot } = run([linked, tick(T0)]);
  const keys = dcaPosition.tick?.facts?.(snapshot) ?? [];
  expect(keys).toEqual(['dca-position-on-chain/31337/0xvault/0xw/7', 'chain-trouble/31337']);
  const facts = new Map<string, unknown>([['chain-trouble/31337', STILL]]);
  expect(dcaPosition.tick?.event(facts, snapshot)).toEqual({ type: 'TICK', reading: null, trouble: STILL });
  expect(dcaPosition.tick?.event(new Map(), snapshot)).toEqual({ type: 'TICK', reading: null });
  expect(whyDcaPosition(snapshot, T0 + 5 * MINUTE, facts).details).toContain(`Problem of the chain: ${STILL}`);
  expect(whyDcaPosition(snapshot, T0 + 5 * MINUTE, null).sentence).toContain('The order was started at 00:00 UTC (5 minutes ago)');
});

test('an order that was executed leaves nothing for the next tick to store', () => {
  const active = run([linked, tick(T0)]).snapshot;
  const settled = (itemKey: string, orderIndex: number): DcaPositionEvent => ({
    ...{ type: 'ORDER_SETTLED', itemKey, orderIndex, amountIn: asUnits('33'), amountOut: asUnits('5'), blockTimeSec: T0 / 1000, at: T0 },
  });
  const ran = run([settled(active.context.order?.itemKey ?? '', 0)], active).snapshot;
  const bought = { spent: asUnits('33'), received: asUnits('5'), claimable: asUnits('5'), nextOrderAmount: asUnits('33') };
  const times = { lastOrderTimeSec: T0 / 1000, nextOrderTimeSec: T0 / 1000 + 1_200 };
  const inVault = { processed: 1, ...bought, ...times };
  expect(ran.context.chain).toMatchObject(inVault);
  expect(run([{ type: 'LOOK', at: T0 }, tick(T0 + 3 * MINUTE, undefined, inVault)], ran).snapshot).toBe(ran);
  // A position that is over is not read at every tick, so it asks for one more reading.
  const last = run([linked, tick(T0, undefined, { processed: 2 })]).snapshot;
  const over = run([settled(last.context.order?.itemKey ?? '', 2)], last).snapshot;
  expect([over.value, over.context.mustLook]).toEqual(['completed', true]);
});
