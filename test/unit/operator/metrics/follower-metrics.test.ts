import { expect, test } from 'bun:test';
import { createAgentsProgress } from '../../../../src/features/autopilot/agents-progress.ts';
import { AUTOPILOT_CURSORS } from '../../../../src/features/autopilot/follow-agents.ts';
import { VAULT_CURSORS } from '../../../../src/features/dca/follow-vault.ts';
import { createVaultProgress } from '../../../../src/features/dca/vault-progress.ts';
import {
  createFollowerPositions,
  FOLLOWER_METRICS,
  type FollowerPosition,
  showFollowers,
} from '../../../../src/operator/metrics/follower-metrics.ts';
import { createPromMetrics } from '../../../../src/platform/metrics/prom-metrics.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const MINUTE_MS = 60_000;
const VAULT = parseAddress('0x00000000000000000000000000000000000000aa');

function open() {
  let nowMs = 1_000_000;
  const metrics = createPromMetrics(Object.values(FOLLOWER_METRICS));
  const state = { block: 5, head: 5 as number | null };
  const errors: unknown[] = [];
  showFollowers(metrics, {
    positions: async (): Promise<readonly FollowerPosition[]> => [{ chainId: 7, follower: 'dca', block: state.block }],
    async headOf() {
      if (state.head === null) throw new Error('away');
      return state.head;
    },
    now: () => nowMs,
    onError: (error) => errors.push(error),
  });
  return {
    ...{ state, errors },
    /**
     * Advances the clock by a minute and returns the metric. Each scrape starts a check in the background, so the metric is read in a
     * second scrape after that check has ended.
     */
    async later() {
      nowMs += MINUTE_MS;
      await metrics.render('prometheus');
      await new Promise((resolve) => setImmediate(resolve));
      const line = (await metrics.render('prometheus')).text
        .split('\n')
        .find((text) => text.startsWith('coxswain_follower_stalled_seconds{'));
      return line === undefined ? null : Number(line.split(' ').at(-1));
    },
  };
}

test('a cursor that does not move while its chain advances has an age; one that moves, or has read all, has none', async () => {
  const { state, later } = open();
  expect(await later()).toBe(0);
  expect(await later()).toBe(0);
  state.head = 9;
  expect(await later()).toBe(60);
  expect(await later()).toBe(120);
  // The follower has read further blocks but not all. The gauge measures the time without progress, so it must start at 0 again.
  state.block = 7;
  expect(await later()).toBe(0);
  expect(await later()).toBe(60);
  state.block = 9;
  expect(await later()).toBe(0);
});

test('while the head is unknown the age does not change', async () => {
  const { state, later, errors } = open();
  state.head = 9;
  await later();
  expect(await later()).toBe(60);
  state.head = null;
  expect(await later()).toBe(60);
  expect(errors).toHaveLength(1);
});

test('a follower that has never read anything has a position too, and a chain without its contract has none', async () => {
  const records = createMemoryRecordStore({ clock: { now: () => 0 } });
  const dca = createVaultProgress({
    records,
    deployments: { of: async (chainId) => (chainId === 3 ? null : { vault: VAULT, confirmations: 1, firstBlock: null }) },
  });
  const autopilot = createAgentsProgress({ records, deployments: { vaultOf: async (chainId) => (chainId === 1 ? VAULT : null) } });
  const specOf = (name: string) => ({ name, deferred: { name }, actorType: 'reader' });
  const positions = createFollowerPositions({
    followers: [
      { spec: specOf('dca'), lastBlock: dca },
      { spec: specOf('autopilot'), lastBlock: autopilot },
    ],
    chainIds: [1, 2, 3],
  });
  await records
    .collection(VAULT_CURSORS)
    .put('1', { chainId: 1, vault: '0xd', isAfterFork: false, blocks: [3, 4].map((number) => ({ number, hash: '0x1' })) });
  expect(await positions()).toEqual([
    { chainId: 1, follower: 'dca', block: 4 },
    { chainId: 1, follower: 'autopilot', block: -1 },
    { chainId: 2, follower: 'dca', block: -1 },
  ]);
  await records.collection(AUTOPILOT_CURSORS).put('1', { vault: '0xa', number: 8, hash: '0x1' });
  expect(await positions()).toContainEqual({ chainId: 1, follower: 'autopilot', block: 8 });
});
