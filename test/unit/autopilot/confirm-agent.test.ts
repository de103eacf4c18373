import { expect, test } from 'bun:test';
import type { AgentCreated, AutopilotVault } from '../../../src/platform/chain/autopilot-vault/autopilot-vault.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { createAgentLinks } from '../../../src/services/autopilot/agent-links.ts';
import type { AgentReading } from '../../../src/services/autopilot/agent-record.ts';
import type { AutopilotAgents } from '../../../src/services/autopilot/autopilot-agents.ts';
import { createConfirmAgent } from '../../../src/services/autopilot/confirm-agent.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { parseHash } from '../../../src/values/hash.ts';

const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
const vaultAddress = parseAddress(`0x${'f1'.repeat(20)}`);
const policyHash = parseHash(`0x${'01'.repeat(32)}`);
const txOf = (agentId: number) => parseHash(`0x${agentId.toString(16).padStart(64, '0')}`);
const terms = { chainId: 31337, wallet, policyHash };

/** A chain whose transaction N has created the agent N, and the records that are there. */
function world(recordIds: readonly string[]) {
  const clock = { now: () => 1 };
  const links = createAgentLinks({ records: createMemoryRecordStore({ clock }), clock });
  const readings = new Map(recordIds.map((recordId) => [recordId, readingOf(recordId)]));
  const agents: Pick<AutopilotAgents, 'read' | 'listOf' | 'link' | 'unlink'> = {
    read: async (recordId) => readings.get(recordId) ?? null,
    listOf: async () => [...readings.values()].toReversed(),
    async link(recordId, link) {
      const reading = { ...readingOf(recordId), link, record: { _id: recordId, agentId: link.agentId } };
      readings.set(recordId, reading);
      return reading;
    },
    async unlink(recordId) {
      readings.set(recordId, readingOf(recordId));
      return readingOf(recordId);
    },
  };
  const vault = {
    ...{ chainId: 31337, address: vaultAddress },
    eventsOf: async (hash: string) => ({ events: [createdBy(Number(BigInt(hash)))], status: 'success', isFinal: true }),
    agents: async ([agentId]: readonly number[]) => ({ agents: [{ agentId, owner: wallet, policyHash }] }),
  };
  const places = { vaultOf: async () => vaultAddress, executorOf: () => null };
  const confirm = createConfirmAgent({
    agents: agents as AutopilotAgents,
    links,
    places,
    vaultAt: () => vault as unknown as AutopilotVault,
  });
  return { links, confirm };
}

function readingOf(recordId: string): AgentReading {
  const fields = { recordId, wallet, chainId: 31337, policyHash, link: null, isPaper: false, record: { _id: recordId, agentId: null } };
  return fields as unknown as AgentReading;
}

function createdBy(agentId: number): AgentCreated {
  return { kind: 'created', agentId, wallet, policyHash } as unknown as AgentCreated;
}

test('a confirmation links the oldest record that waits, and each agent once', async () => {
  const { links, confirm } = world(['first', 'second']);
  for (const recordId of ['first', 'second']) await links.wait(recordId, terms);
  expect(await confirm(31337, txOf(1))).toMatchObject({ _id: 'first', agentId: 1 });
  expect(await confirm(31337, txOf(1))).toMatchObject({ _id: 'first', agentId: 1 });
  expect(await confirm(31337, txOf(2))).toMatchObject({ _id: 'second', agentId: 2 });
  await expect(confirm(31337, txOf(3))).rejects.toMatchObject({ code: 'agent-not-found' });
});

test('a record that a crash kept from waiting is found, also beside others', async () => {
  const { links, confirm } = world(['first', 'second', 'third']);
  await links.wait('second', terms);
  expect(await confirm(31337, txOf(1))).toMatchObject({ _id: 'second' });
  expect(await confirm(31337, txOf(2))).toMatchObject({ _id: 'first' });
  // Late, and of a record that is linked by now: it keeps no other one from being linked.
  await links.wait('first', terms);
  expect(await confirm(31337, txOf(3))).toMatchObject({ _id: 'third' });
  await expect(confirm(31337, txOf(4))).rejects.toMatchObject({ code: 'agent-not-found' });
});
