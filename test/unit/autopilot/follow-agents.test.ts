import { expect, test } from 'bun:test';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { createFollowAgents, type FollowedVault } from '../../../src/services/autopilot/follow-agents.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';

const MOVED = 300;
const address = parseAddress(`0x${'f1'.repeat(20)}`);

/** A vault that is two blocks long; in the second one the owners of all agents did something. */
function openFollower(sync: (recordId: string) => Promise<void>) {
  let head = 1;
  const block = async (at: number | 'latest') => ({ number: at === 'latest' ? head : at, hash: `0x${at === 'latest' ? head : at}` });
  const ids = Array.from({ length: MOVED }, (_, agentId) => agentId);
  const reader = {
    block,
    events: async () => ids.map((agentId) => ({ kind: 'moved', agentId })),
    agents: async (asked: readonly number[]) => asked.map((agentId) => ({ agentId })),
  };
  const vault: FollowedVault = { chainId: 1, address, readEvents: (read) => read(reader as never) };
  const follow = createFollowAgents({
    records: createMemoryRecordStore({ clock: { now: () => 1 } }),
    places: { vaultOf: async () => address },
    vaultAt: () => vault,
    links: { find: async ({ agentId }) => `record-${agentId}` },
    agents: {
      listOf: async () => [],
      sync: async (recordId) => {
        await sync(recordId);
        return {} as never;
      },
    },
    log: silentLog,
  });
  return {
    follow: () => follow(1),
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

test('one that cannot be told ends the look when those beside it are told, and the next one begins where it began', async () => {
  let isAway = true;
  let now = 0;
  const told = new Set<string>();
  const { follow, mine } = openFollower(async (recordId) => {
    now += 1;
    if (isAway && recordId === 'record-3') {
      now -= 1;
      throw new RetryableError({ code: 'store-unavailable', message: 'The store is away.' });
    }
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    told.add(recordId);
  });
  await follow();
  mine();
  await expect(follow()).rejects.toThrow('The store is away.');
  expect(now).toBe(0);
  expect(told.size).toBe(63);
  isAway = false;
  await follow();
  expect(told.size).toBe(MOVED);
});
