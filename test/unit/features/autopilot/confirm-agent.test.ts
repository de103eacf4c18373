import { expect, test } from 'bun:test';
import { createAgentLinks } from '../../../../src/features/autopilot/agent-links.ts';
import type { AgentReading } from '../../../../src/features/autopilot/agent-record.ts';
import type { AutopilotAgents } from '../../../../src/features/autopilot/autopilot-agents.ts';
import { createConfirmAgent } from '../../../../src/features/autopilot/confirm-agent.ts';
import { validatePolicy } from '../../../../src/features/autopilot/validate-policy.ts';
import type { AgentCreated, AutopilotVault, VaultAgent } from '../../../../src/platform/chain/autopilot-vault/autopilot-vault.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { asUnits } from '../../../support/branded.ts';
import { document, NOW } from './sample-policy.ts';

const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
const vaultAddress = parseAddress(`0x${'f1'.repeat(20)}`);
const policyHash = parseHash(`0x${'01'.repeat(32)}`);
const txOf = (agentId: number) => parseHash(`0x${agentId.toString(16).padStart(64, '0')}`);
const terms = { chainId: 31337, wallet, policyHash };

/** Creates a simulated chain on which transaction N created agent N, and records with the given ids. */
function world(recordIds: readonly string[]) {
  const clock = { now: () => 1 };
  const links = createAgentLinks({ records: createMemoryRecordStore({ clock }), clock });
  const readings = new Map(recordIds.map((recordId) => [recordId, readingOf(recordId)]));
  const agents: Pick<AutopilotAgents, 'read' | 'listOf' | 'link' | 'unlink'> = {
    read: async (recordId) => readings.get(recordId) ?? null,
    listOf: async () => [...readings.values()].toReversed(),
    async link(recordId, link) {
      const known = readingOf(recordId);
      const reading = { ...known, link, record: { ...known.record, agentId: link.agentId } };
      readings.set(recordId, reading);
      return reading;
    },
    async unlink(recordId) {
      readings.set(recordId, readingOf(recordId));
      return readingOf(recordId);
    },
  };
  const vault: Pick<AutopilotVault, 'chainId' | 'address' | 'eventsOf' | 'agents'> = {
    ...{ chainId: 31337, address: vaultAddress },
    eventsOf: async (hash) => ({
      ...{ events: [createdBy(Number(BigInt(hash)))], status: 'success', isFinal: true },
      ...{ from: wallet, blockNumber: 1, blockHash: parseHash(`0x${'b'.repeat(64)}`), timeSec: 1, feeWei: 1n },
    }),
    agents: async (ids) => ({ blockTimeSec: 1, agents: ids.map(onChainAgentOf) }),
  };
  const noted: [agentId: number, blockNumber: number][] = [];
  const deployments = { vaultOf: async () => vaultAddress, executorOf: () => null };
  const confirm = createConfirmAgent({
    agents: agents as AutopilotAgents,
    links,
    deployments,
    vaultAt: () => vault as AutopilotVault,
    noteCreated: async (_, agentId, blockNumber) => void noted.push([agentId, blockNumber]),
  });
  return { links, confirm, noted };
}

function readingOf(recordId: string): AgentReading {
  const validation = validatePolicy(document, { nowMs: NOW });
  if (!validation.ok) throw new Error(JSON.stringify(validation.problems));
  const { policy } = validation;
  const limits = { maxPerTrade: asUnits('1'), maxPerDay: asUnits('1'), maxTradesPerDay: 1, expiry: 1 };
  return {
    ...{ recordId, wallet, chainId: 31337, policyHash, link: null, isPaper: false, isPaused: false, policy, factKeys: [] },
    record: {
      ...{ _id: recordId, id: recordId, wallet, chainId: 31337, agentId: null, vault: null, status: 'active', phase: 'idle', paper: false },
      ...{ policy, policyHash, limits, onChain: null, balances: {}, syncedAt: null, lastFillAt: {}, strategies: [], costBasis: {} },
      ...{ protection: {}, trade: null, lastFailure: null, createdAt: null, updatedAt: null },
    },
  };
}

const log = { address: vaultAddress, topics: [], data: policyHash, blockNumber: 1, logIndex: 0, txHash: policyHash, blockHash: policyHash };
const vaultLimits = { maxPerTrade: 1n, maxPerDay: 1n, maxTradesPerDay: 1, expirySec: 1 };

function createdBy(agentId: number): AgentCreated {
  return { kind: 'created', agentId, wallet, policyHash, budgetToken: wallet, limits: vaultLimits, depositAmount: 0n, log };
}

function onChainAgentOf(agentId: number): VaultAgent {
  return {
    ...{ agentId, owner: wallet, policyHash, budgetToken: wallet, active: true, allowTokens: [], balances: {} },
    ...{
      limits: { maxPerTrade: asUnits('1'), maxPerDay: asUnits('1'), maxTradesPerDay: 1, expirySec: 1 },
      spentToday: asUnits('0'),
      tradesToday: 0,
    },
    ...{ dayStartSec: 0, sells: 0, blockTimeSec: 1 },
  };
}

test('a confirmation links the oldest record that waits, and each agent once', async () => {
  const { links, confirm, noted } = world(['first', 'second']);
  for (const recordId of ['first', 'second']) await links.wait(recordId, terms);
  expect(await confirm(31337, txOf(1))).toMatchObject({ _id: 'first', agentId: 1 });
  expect(noted).toEqual([[1, 1]]);
  expect(await confirm(31337, txOf(1))).toMatchObject({ _id: 'first', agentId: 1 });
  expect(await confirm(31337, txOf(2))).toMatchObject({ _id: 'second', agentId: 2 });
  await expect(confirm(31337, txOf(3))).rejects.toMatchObject({ code: 'agent-not-found' });
});

test('a record that a crash kept out of the waiting list is found, also beside others', async () => {
  const { links, confirm } = world(['first', 'second', 'third']);
  await links.wait('second', terms);
  expect(await confirm(31337, txOf(1))).toMatchObject({ _id: 'second' });
  expect(await confirm(31337, txOf(2))).toMatchObject({ _id: 'first' });
  // The record `first` is linked already, but is added to the waiting list once more. The next confirmation must skip it and link the
  // record `third`.
  await links.wait('first', terms);
  expect(await confirm(31337, txOf(3))).toMatchObject({ _id: 'third' });
  await expect(confirm(31337, txOf(4))).rejects.toMatchObject({ code: 'agent-not-found' });
});
