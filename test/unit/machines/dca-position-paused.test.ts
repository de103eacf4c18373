import { expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
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
const guard = { guardian: asAddress('0xguardian'), pausedBy: null, allPausedBy: null, priceBound: { leastOutX36: null, average: null } };

/** Creates a tick for a position whose first order is due, with the given state of the vault's pauses and price bounds. */
function tick(seen: NonNullable<ChainPosition['guard']>, at = T0): DcaPositionEvent {
  const amounts = {
    amount: asUnits('100'),
    spent: asUnits('0'),
    received: asUnits('0'),
    claimable: asUnits('0'),
    nextOrderAmount: asUnits('33'),
  };
  const times = { intervalSec: 3600, depositTimeSec: T0 / 1000, lastOrderTimeSec: 0, nextOrderTimeSec: T0 / 1000 };
  const flags = { isAutoBuy: true, autoClaim: false };
  const position = { status: 'active', frequency: 3, processed: 0, ...amounts, ...times, ...flags, guard: seen } as const;
  return { type: 'TICK', at, reading: { position, blockTimeSec: at / 1000 } };
}

function run(events: readonly DcaPositionEvent[], start = initialTransition(dcaPositionMachine, input)[0]) {
  let snapshot = start;
  const effects: string[] = [];
  for (const event of events) {
    const [next, actions] = transition(dcaPositionMachine, snapshot, event);
    snapshot = next;
    effects.push(...actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.')));
  }
  return { snapshot, effects, context: snapshot.context };
}

const linked: DcaPositionEvent = { type: 'LINKED', link: { vault: asAddress('0xvault'), positionId: 7 }, at: T0 };

test('a position that is paused in the vault does nothing and says who paused it; it continues when the pause ends', () => {
  const byGuardian = { ...guard, pausedBy: asAddress('0xguardian') };
  const paused = run([linked, tick(byGuardian)]);
  expect([paused.snapshot.value, paused.effects]).toEqual(['success', []]);
  expect(paused.context.lastSkip?.kind).toBe('paused');
  expect(paused.context.lastSkip?.detail).toContain('by its guardian (0xguardian)');
  expect(paused.context.lastFailure).toBeNull();
  const still = run([tick({ ...byGuardian }, T0 + MINUTE)], paused.snapshot);
  expect(still.context).toEqual(paused.context);
  const all = run([tick({ ...guard, allPausedBy: asAddress('0xowner') }, T0 + MINUTE)], paused.snapshot);
  expect(all.context.lastSkip?.detail).toContain('all positions of the owner are');
  expect(run([tick(guard, T0 + MINUTE)], paused.snapshot).effects).toEqual(['planOrder']);
});
