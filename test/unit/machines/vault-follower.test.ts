import { expect, test } from 'bun:test';
import { type VaultFollowerEvent, vaultFollowerMachine } from '../../../machines/vault-follower.ts';
import { houseRuleProblems } from '../../../src/runtime/define/house-rules.ts';
import { asHash } from '../../support/branded.ts';
import { walkMachine } from '../../support/walk-machine.ts';

const head = { number: 5, hash: asHash('0xabc') };
const tick = (at = head): VaultFollowerEvent => ({ type: 'TICK', head: at, at: 0 });
const look: VaultFollowerEvent = { type: 'LOOK', at: 0 };
const followed = (isCaughtUp = true): VaultFollowerEvent => ({ type: 'FOLLOWED', head: isCaughtUp ? head : null, isCaughtUp, at: 0 });
const failed: VaultFollowerEvent = { type: 'FOLLOW_FAILED', reason: 'rpc-unavailable', at: 0 };

test('the vault follower keeps the house rules', () => {
  expect(houseRuleProblems(vaultFollowerMachine, new Set(['follow']))).toEqual([]);
});

test('the vault follower takes every transition: an unchanged head starts no run, and a request during a run is not lost', () => {
  const report = walkMachine(vaultFollowerMachine, {
    input: { chainId: 31337 },
    samples: [tick(), look, followed(), failed],
    paths: [
      { name: 'follows the head once', events: [tick(), followed(), tick()], ends: 'idle' },
      { name: 'a block under the same number', events: [tick(), followed(), tick({ ...head, hash: asHash('0xdef') })], ends: 'following' },
      { name: 'no head to see', events: [{ type: 'TICK', head: null, at: 0 }], ends: 'idle' },
      { name: 'a wish during a run', events: [look, tick(), look, look, followed()], ends: 'following' },
      { name: 'a tick during a run', events: [tick(), tick({ number: 6, hash: asHash('0xdef') }), followed()], ends: 'following' },
      { name: 'a tick without a head during a run', events: [look, { type: 'TICK', head: null, at: 0 }, followed()], ends: 'idle' },
      { name: 'a wish during a run that fails', events: [look, look, failed], ends: 'following' },
      { name: 'more to read', events: [look, followed(false)], ends: 'following' },
      { name: 'a failure', events: [look, failed, tick()], ends: 'following' },
      { name: 'a failure that is left for the tick', events: [look, failed], ends: 'idle' },
    ],
  });
  expect(report.uncovered).toEqual([]);
  expect(report.problems).toEqual([]);
});
