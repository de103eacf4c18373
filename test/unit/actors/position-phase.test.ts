import { expect, test } from 'bun:test';
import { phaseOf } from '../../../actors/dca-position/view.ts';
import type { DcaPositionContext } from '../../../machines/dca-position/context.ts';
import { recordedActors } from '../../support/recorded-actors.ts';

const recorded = recordedActors().findLast(({ type, snapshot: { context } }) => type === 'dca-position' && context.chain !== null);
if (recorded === undefined) throw new Error('There is no recording of a position that was read from the chain');
const open = { ...(recorded.snapshot.context as DcaPositionContext), lastSkip: null, failuresInARow: 0 };
const chain = open.chain === null ? null : { ...open.chain, isAutoBuy: true, guard: undefined };
const skip = { kind: 'no-route', detail: 'x', atMs: 0 } as NonNullable<DcaPositionContext['lastSkip']>;

test.each<[string, unknown, Partial<DcaPositionContext>]>([
  ['waiting-for-wallet', 'pending', {}],
  ['starting', 'success', { chain: null }],
  ['running', 'success', {}],
  ['paused', 'success', { chain: chain === null ? null : { ...chain, isAutoBuy: false } }],
  ['retrying', 'success', { lastSkip: skip }],
  ['running', 'success', { lastSkip: { ...skip, kind: 'not-due' } }],
  ['retrying', 'success', { failuresInARow: 1 }],
  ['ordering', { active: 'planning' }, { lastSkip: skip }],
  ['set-aside', 'failed', {}],
  ['done', 'completed', { lastSkip: skip }],
  ['cancelled', 'cancelled', {}],
  ['checking', 'reconciling', {}],
])('%s: a position in the state %p', (phase, value, more) => {
  expect(phaseOf({ value, context: { ...open, chain, ...more } })).toBe(phase as never);
});
