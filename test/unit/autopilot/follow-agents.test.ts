import { expect, test } from 'bun:test';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { AUTOPILOT_DEFERRED, createFollowAgents, type FollowedVault } from '../../../src/services/autopilot/follow-agents.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { QuarantinedError } from '../../../src/values/errors/quarantined-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';

const MOVED = 300;
let nowMs = 1;
const clock = { now: () => nowMs };
const GUARDED = parseAddress(`0x${'a1'.repeat(20)}`);
const address = parseAddress(`0x${'f1'.repeat(20)}`);

/** A vault that is two blocks long; in the second one the owners of all agents did something. */
function openFollower(sync: (recordId: string) => Promise<void>, listOf: () => Promise<readonly number[]> = async () => []) {
  let head = 1;
  const block = async (at: number | 'latest') => ({ number: at === 'latest' ? head : at, hash: `0x${at === 'latest' ? head : at}` });
  const ids = Array.from({ length: MOVED }, (_, agentId) => agentId);
  const reader = {
    block,
    events: async () => [{ kind: 'wallet-guarded', wallet: GUARDED }, ...ids.map((agentId) => ({ kind: 'moved', agentId }))],
    agents: async (asked: readonly number[]) => asked.map((agentId) => ({ agentId })),
  };
  const vault: FollowedVault = { chainId: 1, address, readEvents: (read) => read(reader as never) };
  const records = createMemoryRecordStore({ clock });
  const follow = createFollowAgents({
    ...{ records, clock },
    places: { vaultOf: async () => address },
    vaultAt: () => vault,
    links: { find: async ({ agentId }) => `record-${agentId}` },
    agents: {
      listOf: async () => (await listOf()).map((agentId) => ({ chainId: 1, link: { vault: address, agentId } })),
      sync: async (recordId) => {
        await sync(recordId);
        return {} as never;
      },
    },
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

test('agents whose owners all did something are told some at a time, each once', async () => {
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
])('one that cannot be told for %s holds up nobody: it is told later', async (_, failure) => {
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

test('a wallet whose agents cannot be listed holds up nobody: they are told later', async () => {
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

test('a node that is going down begins again where it began', async () => {
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
