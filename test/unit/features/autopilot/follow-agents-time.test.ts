import { expect, test } from 'bun:test';
import { AUTOPILOT_DEFERRED } from '../../../../src/features/autopilot/deferred-spec.ts';
import { AUTOPILOT_CURSORS, createFollowAgents, type FollowedVault } from '../../../../src/features/autopilot/follow-agents.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const address = parseAddress(`0x${'f1'.repeat(20)}`);
const BLOCKS = 6;
const EACH = 100;

/** Creates a follower of a vault in which the owners of a hundred agents made changes in each block from block 2 on. */
function openFollower(sync: (agentId: number) => Promise<void>) {
  let nowMs = 1;
  let head = 1;
  const clock = { now: () => nowMs };
  const block = async (at: number | 'latest') => ({ number: at === 'latest' ? head : at, hash: `0x${at === 'latest' ? head : at}` });
  const all = Array.from({ length: BLOCKS * EACH }, (_, at) => {
    const blockNumber = 2 + Math.floor(at / EACH);
    return { kind: 'moved', agentId: at, log: { blockNumber, blockHash: `0x${blockNumber}`, logIndex: at } };
  });
  const reader = {
    block,
    events: async (from: number, to: number) => all.filter(({ log }) => log.blockNumber >= from && log.blockNumber <= to),
    agents: async (asked: readonly number[]) => asked.map((agentId) => ({ agentId })),
  };
  const vault: FollowedVault = { chainId: 1, address, readEvents: (read) => read(reader as never) };
  const records = createMemoryRecordStore({ clock });
  const follow = createFollowAgents({
    ...{ records, clock, log: silentLog, readInTurn: 0, toldWithinMs: 5 },
    activity: { note: async () => {}, noteBlock: async () => {}, takeBack: async () => {} },
    deployments: { vaultOf: async () => address },
    vaultAt: () => vault,
    links: { find: async ({ agentId }) => String(agentId), numbersIn: async () => [] },
    takeBackLinks: { takeBack: async () => {}, takeBackFromOther: async () => false, giveBack: async () => {} },
    agents: {
      listOf: async () => [],
      async sync(recordId) {
        await sync(Number(recordId));
        return {} as never;
      },
    },
  });
  return {
    follow: () => follow(1),
    cursor: async () => (await records.collection<{ number: number }>(AUTOPILOT_CURSORS).get('1'))?.number,
    waiting: async () => (await records.collection(AUTOPILOT_DEFERRED).scan({ limit: 10 })).rows,
    mine: (blocks: number) => {
      head += blocks;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a long run stores its progress, and the next run continues there', async () => {
  const told: number[] = [];
  const follower = openFollower(async (agentId) => {
    told.push(agentId);
    // Each update takes 150 ms, so the first two blocks use up the time limit of one run.
    follower.pass(150);
  });
  await follower.follow();
  follower.mine(BLOCKS);
  expect(await follower.follow()).toMatchObject({ isCaughtUp: false, head: null });
  const reached = await follower.cursor();
  expect(reached).toBeGreaterThanOrEqual(2);
  expect(reached).toBeLessThan(1 + BLOCKS);
  expect(told.length).toBeLessThan(BLOCKS * EACH);
  for (let runs = 0; (await follower.cursor()) !== 1 + BLOCKS; runs += 1) {
    expect(runs).toBeLessThan(10);
    await follower.follow();
  }
  expect(new Set(told).size).toBe(BLOCKS * EACH);
});

test('an agent whose update never ends is postponed, and the others of its batch are updated', async () => {
  const told: number[] = [];
  const endless = Promise.withResolvers<void>();
  const follower = openFollower(async (agentId) => {
    if (agentId === 3) await endless.promise;
    told.push(agentId);
  });
  await follower.follow();
  follower.mine(BLOCKS);
  expect(await follower.follow()).toMatchObject({ isCaughtUp: true, hasDeferred: true });
  expect(told).toHaveLength(BLOCKS * EACH - 1);
  expect(await follower.waiting()).toMatchObject([{ kind: 'owner-moved', agentId: 3, attempts: 1 }]);
  endless.resolve();
});
