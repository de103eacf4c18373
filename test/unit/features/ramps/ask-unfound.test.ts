import { expect, test } from 'bun:test';
import { createAskUnfound } from '../../../../src/features/ramps/orders/ask-unfound.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { stubRamp } from './ramp-bench.ts';

const order = { provider: 'guardarian', orderId: '1', asks: 0, unknowns: 0, nextAskAtMs: 0, expiresAtMs: 0 };
const unattributed = { learn: async () => undefined, remove: async () => undefined };

/** Asks about an order that the provider does not know, and returns the sides of the questions. */
async function sidesOf(asksBySide: boolean, side: 'buy' | 'sell' | null) {
  const sides: string[] = [];
  const answer = async (query: { readonly side: string }) => {
    sides.push(query.side);
    return null;
  };
  const ramp = stubRamp('guardarian', { order: answer }, { traits: { asksBySide } });
  const ask = createAskUnfound({ ramps: [ramp], giveHint: async () => false, unattributed, log: silentLog });
  expect(await ask({ ...order, side })).toBe('unknown');
  return sides;
}

test('a provider that finds orders without their side is asked once about an order of an unknown side', async () => {
  expect(await sidesOf(false, null)).toEqual(['buy']);
  expect(await sidesOf(false, 'sell')).toEqual(['sell']);
  expect(await sidesOf(true, null)).toEqual(['buy', 'sell']);
  expect(await sidesOf(true, 'sell')).toEqual(['sell']);
});
