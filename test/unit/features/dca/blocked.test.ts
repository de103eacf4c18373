import { expect, test } from 'bun:test';
import { initialTransition } from 'xstate';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import type { ChainPosition, DcaPositionContext } from '../../../../machines/dca-position/context.ts';
import { dcaPositionMachine } from '../../../../machines/dca-position.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';

const terms = {
  wallet: asAddress('0xw'),
  chainId: 1,
  fromToken: asAddress('0xa'),
  toToken: asAddress('0xb'),
  fromDecimals: 6,
  toDecimals: 18,
};
const [snapshot] = initialTransition(dcaPositionMachine, {
  recordId: 'r1',
  terms: { ...terms, amountBaseUnits: asUnits('100'), frequency: 3, durationSec: 3_600 },
  ...{ isAutoBuy: true, timeFrame: 'hour', isAdopted: false },
});
const chain: ChainPosition = {
  status: 'active',
  ...{
    amount: asUnits('100'),
    frequency: 3,
    intervalSec: 3_600,
    processed: 0,
    spent: asUnits('0'),
    received: asUnits('0'),
    claimable: asUnits('0'),
  },
  ...{ isAutoBuy: true, autoClaim: false, depositTimeSec: 1, lastOrderTimeSec: 0, nextOrderTimeSec: 1, nextOrderAmount: asUnits('33') },
};

type Value = Parameters<typeof dcaPositionMachine.resolveState>[0]['value'];

const isBlocked = (value: Value, context: Partial<DcaPositionContext>) =>
  dcaPosition.isBlocked?.(
    dcaPositionMachine.resolveState({ value, context: { ...snapshot.context, chain, ...context }, status: 'active' }),
  );

test('a position is blocked from the refusal of its order until the order ran, whatever phase the next attempt is in', () => {
  for (const counts of [{ skipsInARow: 1 }, { failuresInARow: 1 }]) {
    expect(isBlocked('success', counts)).toBe(true);
    expect(isBlocked({ active: 'planning' }, counts)).toBe(true);
    expect(isBlocked({ active: 'waiting' }, counts)).toBe(true);
    expect(isBlocked('cancelled', counts)).toBe(false);
    expect(isBlocked('completed', counts)).toBe(false);
    // The owner has switched automatic buying off. The position is then not supposed to buy, so it must not count as blocked.
    expect(isBlocked('success', { ...counts, chain: { ...chain, isAutoBuy: false } })).toBe(false);
  }
  expect(isBlocked('failed', {})).toBe(true);
  expect(isBlocked('success', {})).toBe(false);
  expect(isBlocked({ active: 'waiting' }, {})).toBe(false);
  expect(isBlocked('pending', { chain: null })).toBe(false);
});
