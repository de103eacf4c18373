import { expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import { createVaultFollowerEffects, LONGEST_RUN_MS, oneAfterAnother } from '../../../actors/vault-follower/effects.ts';
import { type FollowParams, type VaultFollowerEvent, vaultFollowerMachine } from '../../../machines/vault-follower.ts';
import type { FollowReport } from '../../../src/market/deferred/followed-part.ts';
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
      { name: 'a head', events: [tick(), tick()], ends: 'idle' },
      { name: 'a head that was not read to its end', events: [tick(), followed(false), followed()], ends: 'idle' },
      { name: 'a head that cannot be read', events: [tick(), failed, tick()], ends: 'idle' },
      { name: 'a run of a tick that reports its end', events: [tick(), followed()], ends: 'idle' },
      { name: 'no head to see', events: [{ type: 'TICK', head: null, at: 0 }], ends: 'idle' },
      { name: 'a wish during a run', events: [look, tick(), look, look, followed()], ends: 'following' },
      {
        name: 'a tick during a run',
        events: [look, followed(), look, tick({ number: 6, hash: asHash('0xdef') }), followed()],
        ends: 'following',
      },
      { name: 'a tick without a head during a run', events: [look, { type: 'TICK', head: null, at: 0 }, followed()], ends: 'idle' },
      { name: 'a wish during a run that fails', events: [look, look, failed], ends: 'following' },
      { name: 'more to read', events: [look, followed(false)], ends: 'following' },
      { name: 'a failure that is left for the tick', events: [look, failed], ends: 'idle' },
    ],
  });
  expect(report.uncovered).toEqual([]);
  expect(report.problems).toEqual([]);
});

const run = (events: readonly VaultFollowerEvent[]) => {
  let [snapshot] = initialTransition(vaultFollowerMachine, { chainId: 31337 });
  const asked: unknown[] = [];
  for (const event of events) {
    const [next, actions] = transition(vaultFollowerMachine, snapshot, event);
    snapshot = next;
    for (const { type, params } of actions) if (type === 'follow') asked.push(params);
  }
  return { context: snapshot.context, asked };
};

test('each new head is requested once, also under the same number, and a failed run is requested again', () => {
  const other = { ...head, hash: asHash('0xdef') };
  expect(run([tick(), tick(), tick(other), tick(other)]).asked).toEqual([
    { chainId: 31337, head },
    { chainId: 31337, head: other },
  ]);
  expect(run([tick(), failed, tick()])).toMatchObject({ context: { head, lastError: null }, asked: [{ head }, { head }] });
});

test('a run of a tick reports its end only when it has not read the head', async () => {
  const asked = { chainId: 31337, head };
  const runOf = async (report: FollowReport, params: FollowParams = asked) =>
    await createVaultFollowerEffects({ followVault: async () => report }).follow.run(params, { nowMs: () => 0 } as never);
  expect(await runOf({ head: { number: 6, hash: asHash('0x6') }, isCaughtUp: true })).toBeNull();
  expect(await runOf({ head: null, isCaughtUp: true })).toMatchObject({ type: 'FOLLOWED', head: null });
  expect(await runOf({ head: null, isCaughtUp: false })).toMatchObject({ isCaughtUp: false });
  expect(await runOf({ head: { number: 4, hash: asHash('0x4') }, isCaughtUp: true })).toMatchObject({ head: { number: 4 } });
  expect(await runOf({ head, isCaughtUp: true }, { chainId: 31337 })).toMatchObject({ type: 'FOLLOWED', head });
});

test('runs of one chain do not overlap, and all who ask during a run share the next one', async () => {
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const follow = oneAfterAnother(async (chainId) => {
    started.push(chainId);
    const run = started.length;
    await new Promise<void>((resolve) => ends.push(resolve));
    if (run === 1) throw new Error('the first run fails');
    return run;
  });
  const first = follow(1, 0);
  const [second, third, elsewhere] = [follow(1, 0), follow(1, 1), follow(2, 1)];
  expect(started).toEqual([1, 2]);
  ends[1]?.();
  expect(await elsewhere).toBe(2);
  ends[0]?.();
  await expect(first).rejects.toThrow('the first run fails');
  await Promise.resolve();
  expect(started).toEqual([1, 2, 1]);
  ends[2]?.();
  expect(await Promise.all([second, third])).toEqual([3, 3]);
  const last = follow(1, 2);
  expect(started).toHaveLength(4);
  ends[3]?.();
  expect(await last).toBe(4);
});

test('a run that never ends does not hold up later runs for ever', async () => {
  let runs = 0;
  const follow = oneAfterAnother(async () => {
    runs += 1;
    if (runs === 1) await new Promise(() => undefined);
    return runs;
  });
  void follow(1, 0);
  void follow(1, LONGEST_RUN_MS - 1);
  expect(runs).toBe(1);
  expect(await follow(1, LONGEST_RUN_MS)).toBe(2);
  expect(await follow(1, LONGEST_RUN_MS)).toBe(3);
});
