import { expect, test } from 'bun:test';
import { createActivityRepository } from '../../../../src/features/autopilot/activity-repository.ts';
import { createAgentLinks } from '../../../../src/features/autopilot/agent-links.ts';
import type { AgentReading } from '../../../../src/features/autopilot/agent-record.ts';
import { AUTOPILOT_CURSORS, createFollowAgents } from '../../../../src/features/autopilot/follow-agents.ts';
import { createTakeBackLinks } from '../../../../src/features/autopilot/take-back-links.ts';
import { createTouchedRepository } from '../../../../src/market/deferred/touched-repository.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { AgentLink } from '../../../../src/values/autopilot/trade.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { asHash } from '../../../support/branded.ts';

const vault = parseAddress(`0x${'f1'.repeat(20)}`);
const alice = parseAddress(`0x${'a1'.repeat(20)}`);
const bob = parseAddress(`0x${'b0'.repeat(20)}`);
const placeOf = (agentId: number) => ({ chainId: 1, vault, agentId });
const terms = { chainId: 1, wallet: alice, policyHash: asHash('0xp') };

type OnChain = { readonly agentId: number; readonly owner: string; readonly policyHash: string; readonly createdIn: number };

/**
 * Creates a simulated chain with agents, a fork of it, and one record of Alice that is linked to agent 1, created in block 2. A fork can
 * only remove blocks from block 2 on.
 */
async function openWorld() {
  const clock = { now: () => 1_000_000 };
  const records = createMemoryRecordStore({ clock });
  const links = createAgentLinks({ records, clock });
  const activity = createActivityRepository({ records });
  const state = { head: 1, fork: 'a', agents: [] as OnChain[], isStoreAway: false };
  const record = { link: null as AgentLink | null, changes: 0, synced: 0 };
  const hashOf = (number: number) => `0x${number >= 2 ? state.fork : 'a'}${number}`;
  const read = (): AgentReading => {
    const changed = { link: record.link, record: { updatedAt: String(record.changes) } as AgentReading['record'] };
    const reading: Partial<AgentReading> = { recordId: 'r', wallet: alice, chainId: 1, policyHash: asHash('0xp'), ...changed };
    return reading as AgentReading;
  };
  const change = (link: AgentLink | null) => {
    if (state.isStoreAway) throw new RetryableError({ code: 'too-many-conflicts', message: 'The actor is busy.' });
    record.link = link;
    record.changes += 1;
    return read();
  };
  const agents = {
    read: async () => read(),
    link: async (_: string, link: AgentLink) => (record.link === null ? change(link) : read()),
    unlink: async (_: string, link: AgentLink) => (record.link?.agentId === link.agentId ? change(null) : read()),
    listOf: async () => [],
    async sync() {
      record.synced += 1;
      return read();
    },
  };
  const reader = {
    block: async (at: number | 'latest') => {
      const number = at === 'latest' ? state.head : at;
      return number > state.head ? null : { number, hash: hashOf(number), timeSec: 100 + number };
    },
    events: async (from: number, to: number) =>
      state.agents.flatMap(({ agentId, owner: wallet, policyHash, createdIn: blockNumber }) =>
        blockNumber < from || blockNumber > to
          ? []
          : [{ kind: 'created', agentId, wallet, policyHash, log: { blockNumber, blockHash: hashOf(blockNumber), logIndex: agentId } }],
      ),
    agents: async (asked: readonly number[]) => asked.map((id) => state.agents.find(({ agentId }) => agentId === id) ?? null),
  };
  const open = () =>
    createFollowAgents({
      ...{ records, clock, links, agents, readInTurn: 3, log: silentLog },
      takeBackLinks: createTakeBackLinks({ links, agents, activity, clock }),
      deployments: { vaultOf: async () => vault },
      vaultAt: () => ({ chainId: 1, address: vault, readEvents: (work) => work(reader as never) }),
      activity: { note: async () => {}, noteBlock: async () => {}, takeBack: async () => {} },
    });
  const nodes = [open(), open()];
  await links.wait('r', terms);
  return {
    ...{ state, record, links, records, clock },
    restart: () => nodes.splice(0, 2, open(), open()),
    async confirm(agentId: number) {
      await createTouchedRepository({ records }).note({ chainId: 1, address: vault }, String(agentId), 2);
      await links.link(placeOf(agentId), terms);
      await agents.link('r', { vault, agentId });
    },
    follow: async () => {
      for (const follow of nodes) await follow(1);
    },
    lines: async () =>
      (await activity.list('r', { limit: 10 })).items.map(({ kind, reason }) => `${String(kind)}: ${String(reason).slice(0, 40)}`),
  };
}

const created = { agentId: 1, owner: alice, policyHash: asHash('0xp'), createdIn: 2 };

async function openLinked() {
  const world = await openWorld();
  await world.follow();
  Object.assign(world.state, { head: 2, agents: [created] });
  await world.follow();
  await world.confirm(1);
  world.state.head = 3;
  await world.follow();
  expect(world.record.link).toEqual({ vault, agentId: 1 });
  return world;
}

test('a reorg that removes a creation removes the link and reports it once; the link returns when it is mined again', async () => {
  const { state, record, links, follow, lines } = await openLinked();
  Object.assign(state, { head: 4, fork: 'b', agents: [] });
  await follow();
  expect([record.link, await links.find(placeOf(1)), await links.released(terms)]).toEqual([null, null, 'r']);
  expect(await lines()).toEqual(['sync: A reorg removed the creation of agent 1 ']);

  // On the fork the agent has another number, because another owner's agent was created before it.
  Object.assign(state, {
    head: 5,
    agents: [
      { ...created, owner: bob, createdIn: 5 },
      { ...created, agentId: 2, createdIn: 5 },
    ],
  });
  await follow();
  expect([record.link, await links.find(placeOf(2)), await links.released(terms)]).toEqual([{ vault, agentId: 2 }, 'r', null]);
  expect((await lines()).toSorted()).toEqual([
    'sync: A reorg removed the creation of agent 1 ',
    'sync: The creation of the agent is on the chai',
  ]);
});

test('a fork that keeps the creation, or mines it again at once, changes nothing', async () => {
  const { state, record, follow, lines } = await openLinked();
  Object.assign(state, { head: 4, fork: 'b', agents: [{ ...created, createdIn: 3 }] });
  await follow();
  expect([record.link, await lines()]).toEqual([{ vault, agentId: 1 }, []]);
});

test('a record loses an agent id that a fork gave to another wallet', async () => {
  const { state, record, links, follow } = await openLinked();
  Object.assign(state, { head: 4, fork: 'b', agents: [{ ...created, owner: bob, createdIn: 4 }] });
  await follow();
  expect([record.link, await links.released(terms)]).toEqual([null, 'r']);
});

test('a link that cannot be removed now is removed later', async () => {
  const { state, record, follow, clock, restart } = await openLinked();
  Object.assign(state, { head: 4, fork: 'b', agents: [], isStoreAway: true });
  await follow();
  expect(record.link).not.toBeNull();
  state.isStoreAway = false;
  clock.now = () => 2_000_000;
  restart();
  await follow();
  expect(record.link).toBeNull();
});

test('an agent that was linked before creations were noted loses its link as well', async () => {
  const { state, record, records, links, follow, restart } = await openWorld();
  Object.assign(state, { head: 3, agents: [created] });
  await follow();
  await links.link(placeOf(1), terms);
  record.link = { vault, agentId: 1 };
  // Replaces the follower's cursor by one in the format of an older version, without the field `areLinksNoted`.
  const cursors = records.collection<{ areLinksNoted?: boolean }>(AUTOPILOT_CURSORS);
  const cursor = await cursors.get('1');
  if (cursor === null) throw new Error('There is no cursor');
  const { _id, rev, areLinksNoted: _, ...old } = cursor;
  await cursors.update('1', rev, old);
  restart();
  Object.assign(state, { head: 5, fork: 'b', agents: [] });
  await follow();
  expect(record.link).toBeNull();
});
