import { expect, test } from 'bun:test';
import { createActivityRepository } from '../../../../src/features/autopilot/activity-repository.ts';
import { createChainActivity } from '../../../../src/features/autopilot/chain-activity.ts';
import { AUTOPILOT_DEFERRED } from '../../../../src/features/autopilot/deferred-spec.ts';
import { createFollowAgents, type FollowedVault } from '../../../../src/features/autopilot/follow-agents.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { QuarantinedError } from '../../../../src/values/errors/quarantined-error.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

const MOVED = 300;
let nowMs = 1;
const clock = { now: () => nowMs };
const GUARDED = parseAddress(`0x${'a1'.repeat(20)}`);
const address = parseAddress(`0x${'f1'.repeat(20)}`);

const noActivity = { note: async () => {}, noteBlock: async () => {}, takeBack: async () => {} };
const noTakeBack = { takeBack: async () => {}, takeBackFromOther: async () => false, giveBack: async () => {} };

/** Creates a follower of a vault with two blocks. In the second block, the owner of every agent made a change. */
function openFollower(sync: (recordId: string) => Promise<void>, listOf: () => Promise<readonly number[]> = async () => []) {
  let head = 1;
  const block = async (at: number | 'latest') => ({ number: at === 'latest' ? head : at, hash: `0x${at === 'latest' ? head : at}` });
  const ids = Array.from({ length: MOVED }, (_, agentId) => agentId);
  const reader = {
    block,
    events: async () => [
      { kind: 'wallet-guarded', wallet: GUARDED, log: { blockNumber: 2 } },
      ...ids.map((agentId) => ({ kind: 'moved', agentId, log: { blockNumber: 2 } })),
    ],
    agents: async (asked: readonly number[]) => asked.map((agentId) => ({ agentId })),
  };
  const vault: FollowedVault = { chainId: 1, address, readEvents: (read) => read(reader as never) };
  const records = createMemoryRecordStore({ clock });
  const follow = createFollowAgents({
    ...{ records, clock },
    deployments: { vaultOf: async () => address },
    vaultAt: () => vault,
    links: { find: async ({ agentId }) => `record-${agentId}`, numbersIn: async () => [] },
    takeBackLinks: noTakeBack,
    agents: {
      listOf: async () => (await listOf()).map((agentId) => ({ chainId: 1, link: { vault: address, agentId } })),
      sync: async (recordId) => {
        await sync(recordId);
        return {} as never;
      },
    },
    activity: noActivity,
    readInTurn: 0,
    log: silentLog,
  });
  return {
    follow: () => follow(1),
    waiting: async () => (await records.collection(AUTOPILOT_DEFERRED).scan({ limit: 10 })).rows,
    mine: () => {
      head += 1;
    },
  };
}

test('agents whose owners all acted are updated a few at a time, each once', async () => {
  const told: string[] = [];
  let [now, most] = [0, 0];
  const { follow, mine } = openFollower(async (recordId) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    told.push(recordId);
  });
  await follow();
  mine();
  expect(await follow()).toMatchObject({ isCaughtUp: true, head: { number: 2 } });
  expect(new Set(told).size).toBe(MOVED);
  expect(told).toHaveLength(MOVED);
  expect(most).toBe(64);
});

const retryable = (code: string) => () => new RetryableError({ code, message: `Failed with ${code}.` });

test.each([
  ['a store that cannot take its record', retryable('store-unavailable')],
  ['a node that cannot answer of it', retryable('rpc-timeout')],
  ['a full mailbox', retryable('too-many-conflicts')],
  ['a step that it cannot take', () => new TerminalError({ code: 'step-failed', message: 'It could not take it.' })],
  ['quarantine', () => new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' })],
  ['what nobody foresaw', () => new TypeError('undefined is not an object')],
])('an agent that cannot be updated because of %s delays no other: it is updated later', async (_, failure) => {
  let isBad = true;
  const told = new Set<string>();
  const { follow, mine, waiting } = openFollower(async (recordId) => {
    if (isBad && recordId === 'record-3') throw failure();
    told.add(recordId);
  });
  await follow();
  mine();
  expect(await follow()).toMatchObject({ isCaughtUp: true, head: { number: 2 }, hasDeferred: true });
  expect(told.size).toBe(MOVED - 1);
  expect(await waiting()).toMatchObject([{ kind: 'owner-moved', agentId: 3, attempts: 1, firstAtMs: nowMs }]);

  nowMs += 60_000;
  await follow();
  expect(await waiting()).toMatchObject([{ attempts: 2, nextAttemptAtMs: nowMs + 120_000 }]);
  isBad = false;
  nowMs += 120_000;
  expect(await follow()).toMatchObject({ hasDeferred: false });
  expect(told.size).toBe(MOVED);
  expect(await waiting()).toEqual([]);
});

test('a wallet whose agents cannot be listed delays no other: they are updated later', async () => {
  let isBad = true;
  const told: string[] = [];
  const { follow, mine, waiting } = openFollower(
    async (recordId) => void told.push(recordId),
    async () => {
      if (isBad) throw new TerminalError({ code: 'record-unreadable', message: 'Its record cannot be read.' });
      return [MOVED + 7];
    },
  );
  await follow();
  mine();
  expect(await follow()).toMatchObject({ isCaughtUp: true, head: { number: 2 }, hasDeferred: true });
  expect(told).toHaveLength(MOVED);
  expect(await waiting()).toMatchObject([{ kind: 'wallet-guarded', wallet: GUARDED, attempts: 1 }]);
  isBad = false;
  nowMs += 60_000;
  expect(await follow()).toMatchObject({ hasDeferred: false });
  expect(told.at(-1)).toBe(`record-${MOVED + 7}`);
});

test('a run that a shutdown ends starts again at the same block', async () => {
  let isEnding = true;
  const told = new Set<string>();
  const { follow, mine, waiting } = openFollower(async (recordId) => {
    if (isEnding && recordId === 'record-3') throw retryable('draining')();
    told.add(recordId);
  });
  await follow();
  mine();
  await expect(follow()).rejects.toThrow('draining');
  expect(await waiting()).toEqual([]);
  isEnding = false;
  await follow();
  expect(told.size).toBe(MOVED);
});

/**
 * Creates a follower of a simulated vault whose blocks and agents the test determines. Only agent 7 has a record. Blocks from `forkFrom` on
 * belong to the current fork, and their hashes change with it.
 */
function openForks(readInTurn: number, nodes = 1, confirmations = 0) {
  const state = { head: 1, fork: 'a', forkFrom: 2, hasEvent: true, isActive: true, isBlind: false, isBlindByHash: false };
  const told: boolean[] = [];
  const hashOf = (number: number) => `0x${number >= state.forkFrom ? state.fork : 'a'}${number}`;
  const topics = [`0x${'ac'.repeat(32)}`];
  const happened = () => {
    const log = { blockNumber: 2, blockHash: hashOf(2), txHash: '0xt', logIndex: 4, topics };
    return state.hasEvent ? [{ kind: 'active-changed', active: false, agentId: 7, log }] : [];
  };
  const reader = {
    block: async (at: number | 'latest') => {
      const number = at === 'latest' ? state.head : at;
      const filtered = { topics: number === 2 && state.hasEvent ? topics : [] };
      return number > state.head ? null : { number, hash: hashOf(number), timeSec: 100 + number, ...filtered };
    },
    events: async (from: number, to: number) => (!state.isBlind && from <= 2 && to >= 2 ? happened() : []),
    eventsOf: async () => (state.isBlindByHash ? [] : happened()),
    agents: async (asked: readonly number[]) => asked.map((agentId) => (agentId > 10 ? null : { agentId, active: state.isActive })),
  };
  const records = createMemoryRecordStore({ clock });
  const activity = createActivityRepository({ records });
  const links = { find: async ({ agentId }: { agentId: number }) => (agentId === 7 ? 'record-7' : null), numbersIn: async () => [] };
  const open = () =>
    createFollowAgents({
      ...{ records, clock, readInTurn, log: silentLog, links, takeBackLinks: noTakeBack, confirmationsOf: () => confirmations },
      deployments: { vaultOf: async () => address },
      vaultAt: () => ({ chainId: 1, address, readEvents: (read) => read(reader as never) }),
      activity: createChainActivity({ activity, links, clock, tokens: { find: async () => null } }),
      agents: {
        listOf: async () => [],
        sync: async (_, chain) => {
          told.push(chain.active);
          return {} as never;
        },
      },
    });
  const follows = Array.from({ length: nodes }, open);
  return {
    state,
    told,
    follow: async () => void (await Promise.all(follows.map((follow) => follow(1)))),
    restart: () => follows.splice(0, nodes, ...Array.from({ length: nodes }, open)),
    fed: async () =>
      (await activity.list('record-7', { limit: 10 })).items.map(({ kind, takenBackAt }) => [
        kind,
        takenBackAt === undefined ? 'is' : 'was',
      ]),
  };
}

test('an owner’s action is in the feed once, however often its block is read and by any node, and is marked when its block is removed', async () => {
  nowMs = 200_000;
  const { state, follow, restart, fed } = openForks(0, 2);
  await follow();
  state.head = 2;
  await follow();
  state.head = 3;
  await follow();
  restart();
  state.head = 4;
  await follow();
  expect(await fed()).toEqual([['set-active', 'is']]);

  Object.assign(state, { head: 5, fork: 'b', hasEvent: false });
  await follow();
  expect(await fed()).toEqual([['set-active', 'was']]);
  Object.assign(state, { head: 6, hasEvent: true });
  await follow();
  expect(await fed()).toEqual([['set-active', 'is']]);
  // The new fork contains the owner's transaction too, in another block. So the entry in the agent's activity must stay.
  Object.assign(state, { head: 7, fork: 'c' });
  await follow();
  expect(await fed()).toEqual([['set-active', 'is']]);
});

test.each([
  { isBlindByHash: false, readings: 1 },
  { isBlindByHash: true, readings: 2 },
])('an action that no endpoint shows in a range is found by the filter of its block (%j)', async ({ isBlindByHash, readings }) => {
  nowMs = 200_000;
  const { state, told, follow, fed } = openForks(0);
  await follow();
  Object.assign(state, { head: 2, isBlind: true, isBlindByHash, isActive: false });
  await follow();
  expect(await fed()).toHaveLength(readings === 1 ? 1 : 0);
  // The follower passed this block long ago. It must be read again after a minute, but not at each new block.
  Object.assign(state, { head: 200, isBlindByHash: false });
  await follow();
  expect(await fed()).toHaveLength(readings === 1 ? 1 : 0);
  nowMs += 60_000;
  state.head = 201;
  await follow();
  expect([told, await fed()]).toEqual([[false], [['set-active', 'is']]]);
  nowMs += 10_000_000;
  state.head = 202;
  await follow();
  expect(told).toEqual([false]);
});

test('a chain that restarted from an old block and has grown since is noticed: removed actions are marked and read again', async () => {
  nowMs = 200_000;
  const { state, told, follow, fed } = openForks(0);
  await follow();
  Object.assign(state, { head: 2, isActive: false });
  await follow();
  for (const head of [50, 150, 400, 1_000]) {
    state.head = head;
    await follow();
  }
  expect([told, await fed()]).toEqual([[false], [['set-active', 'is']]]);
  // A fork replaces all blocks except the first, and the new chain is 301 blocks long.
  Object.assign(state, { head: 301, fork: 'b', hasEvent: false, isActive: true });
  await follow();
  expect([told, await fed()]).toEqual([[false, true], [['set-active', 'was']]]);
});

test('an endpoint that is behind undoes nothing until it has been behind for ten minutes', async () => {
  nowMs = 200_000;
  const { state, follow, fed } = openForks(0, 1, 3);
  await follow();
  state.head = 2;
  await follow();
  state.head = 5;
  await follow();
  state.head = 1;
  await follow();
  nowMs += 599_000;
  await follow();
  expect(await fed()).toEqual([['set-active', 'is']]);
  // The endpoint catches up and then lags again. The ten minutes after which missing blocks count as removed must start again.
  state.head = 6;
  await follow();
  Object.assign(state, { head: 1 });
  await follow();
  nowMs += 599_000;
  await follow();
  expect(await fed()).toEqual([['set-active', 'is']]);
  nowMs += 1_000;
  await follow();
  expect(await fed()).toEqual([['set-active', 'was']]);
});

test('a line that was marked because of false blocks of an endpoint is restored with the right blocks', async () => {
  nowMs = 200_000;
  const { state, follow, fed } = openForks(0);
  await follow();
  state.head = 2;
  await follow();
  // The fork removes and restores the action. The activity entry already contains the action's data, so only its state changes, without
  // reading the chain for it again.
  Object.assign(state, { head: 3, fork: 'b', hasEvent: false });
  await follow();
  expect(await fed()).toEqual([['set-active', 'was']]);
  Object.assign(state, { head: 4, fork: 'a' });
  await follow();
  expect(await fed()).toEqual([['set-active', 'is']]);
});

test("an agent is read again when a fork removes its owner's action", async () => {
  const { state, told, follow } = openForks(0);
  await follow();
  Object.assign(state, { head: 2, isActive: false });
  await follow();
  expect(told).toEqual([false]);
  Object.assign(state, { head: 3, fork: 'b', hasEvent: false, isActive: true });
  await follow();
  expect(told).toEqual([false, true]);
});

test('an event that an endpoint did not show at first is found when its block is read again', async () => {
  const { state, told, follow } = openForks(0);
  state.hasEvent = false;
  await follow();
  Object.assign(state, { head: 2, isActive: false });
  await follow();
  expect(told).toEqual([]);
  Object.assign(state, { head: 3, hasEvent: true });
  await follow();
  expect(told).toEqual([false]);
});

test('agents without any seen event are read in turn', async () => {
  const { state, told, follow } = openForks(4);
  state.hasEvent = false;
  await follow();
  state.isActive = false;
  for (let block = 2; block < 6; block += 1) {
    state.head = block;
    await follow();
  }
  expect(told).toEqual([false]);
  for (let block = 6; block < 8; block += 1) {
    state.head = block;
    await follow();
  }
  expect(told).toEqual([false, false]);
});
