import type { AgentCreated, AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { AgentLinks, AgentPlace } from './agent-links.ts';
import type { AgentReading, AgentRecord } from './agent-record.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';

/**
 * Links stored agent records to the on-chain agents that a transaction created (API specification, "Autopilot": confirm). No signature is
 * needed, because the vault's `AgentCreated` event contains the wallet and the policy hash. The call can be repeated. It returns the record
 * of the created agent. If the transaction created several agents, it returns the first record, whose field `agents` then contains the
 * records of all.
 * @throws TerminalError 404 `transaction-not-found`, 422 `chain-not-configured`, `transaction-reverted`, `no-agent-created`, 404
 * `agent-not-found`, 409 `transaction-not-final`
 */
export type ConfirmAgent = (chainId: number, txHash: Hash) => Promise<AgentRecord & { readonly agents?: readonly AgentRecord[] }>;

export function createConfirmAgent(deps: {
  agents: AutopilotAgents;
  links: AgentLinks;
  deployments: AutopilotDeployments;
  vaultAt: (chainId: number, address: Address) => AutopilotVault;
  /**
   * Stores the block of an agent's creation, so that the link between the agent and its record can be removed when a reorg removes that
   * block.
   */
  noteCreated: (vault: AutopilotVault, agentId: number, blockNumber: number) => Promise<void>;
}): ConfirmAgent {
  const { agents, links, deployments, vaultAt, noteCreated } = deps;

  return async (chainId, txHash) => {
    const address = await deployments.vaultOf(chainId);
    if (address === null)
      throw refused(
        'chain-not-configured',
        422,
        `Autopilot is not configured on chain ${chainId}: this service's settings have no vault for the chain.`,
      );
    const vault = vaultAt(chainId, address);
    const mined = await vault.eventsOf(txHash);
    if (mined === null)
      throw refused(
        'transaction-not-found',
        404,
        'The chain does not have this transaction, or not yet. Try again after the transaction is mined.',
      );
    if (mined.status !== 'success')
      throw refused('transaction-reverted', 422, 'This transaction reverted, so it created no agent. Send createAgent again.');
    const created = mined.events.filter((event) => event.kind === 'created');
    if (created.length === 0) throw refused('no-agent-created', 422, `This transaction created no agent in the vault ${address}.`);
    if (!mined.isFinal) {
      throw refused(
        'transaction-not-final',
        409,
        'This transaction is not final yet and may be removed by a reorg. Try again after some blocks.',
      );
    }
    const linked: AgentRecord[] = [];
    for (const event of created) {
      await noteCreated(vault, event.agentId, mined.blockNumber);
      const record = await linkOne(vault, event);
      if (record !== null) linked.push(record);
    }
    const [first] = linked;
    if (first !== undefined) return linked.length === 1 ? first : { ...first, agents: linked };
    const [{ wallet, policyHash } = { wallet: '', policyHash: '' }] = created;
    throw refused(
      'agent-not-found',
      404,
      `Wallet ${wallet} has no agent with the policy hash ${policyHash} that waits for confirmation on chain ${chainId}.`,
    );
  };

  async function linkOne(vault: AutopilotVault, event: AgentCreated): Promise<AgentRecord | null> {
    const { agentId, wallet, policyHash } = event;
    const { chainId, address } = vault;
    const place = { chainId, vault: address, agentId };
    const terms = { chainId, wallet, policyHash };
    const known = await links.find(place);
    const knownAgent = known === null ? null : await agents.read(known);
    // After a reorg has removed the creation of an agent, the vault gives the agent's number to the next agent that is created. So the
    // number may be linked to a record of another wallet.
    if (knownAgent !== null && knownAgent.wallet !== wallet) await release(knownAgent, place);
    const recordId = (await links.link(place, terms)) ?? (await linkForgotten(event, place)) ?? (await linkStranded(vault, event));
    if (recordId === null) return null;
    const [chain] = (await vault.agents([agentId])).agents;
    if (chain == null)
      throw refused(
        'transaction-not-found',
        404,
        'The vault contract has no such agent, or the creation of the agent is not visible yet. Try again in some seconds.',
      );
    return (await agents.link(recordId, { vault: address, agentId }, chain)).record;
  }

  /**
   * Finds the oldest agent record of a wallet with a policy hash that is not linked to an on-chain agent. Such a record is missing from the
   * waiting list when the service crashed before adding it.
   */
  async function linkForgotten({ wallet, policyHash }: AgentCreated, place: AgentPlace): Promise<string | null> {
    const { chainId } = place;
    const terms = { chainId, wallet, policyHash };
    for (const { recordId, link, isPaper, ...record } of (await agents.listOf(wallet)).toReversed()) {
      if (link !== null || isPaper || record.chainId !== chainId || record.policyHash !== policyHash) continue;
      await links.wait(recordId, terms);
      const linked = await links.link(place, terms);
      if (linked !== null) return linked;
    }
    return null;
  }

  /**
   * Finds an agent record whose wallet sent its creation transaction again after a reorg had removed the first one. The record is still
   * linked to its first on-chain number, which now belongs to another agent.
   */
  async function linkStranded(vault: AutopilotVault, { agentId, wallet, policyHash }: AgentCreated): Promise<string | null> {
    const { chainId, address } = vault;
    for (const reading of await agents.listOf(wallet)) {
      const { link } = reading;
      if (link === null || link.vault !== address || reading.chainId !== chainId || reading.policyHash !== policyHash) continue;
      const [onChainAgent] = (await vault.agents([link.agentId])).agents;
      if (onChainAgent?.owner === wallet && onChainAgent.policyHash === policyHash) continue;
      await release(reading, { chainId, vault: address, agentId: link.agentId });
      return links.link({ chainId, vault: address, agentId }, { chainId, wallet, policyHash });
    }
    return null;
  }

  async function release({ recordId, wallet, policyHash, chainId }: AgentReading, place: AgentPlace): Promise<void> {
    await agents.unlink(recordId, { vault: place.vault, agentId: place.agentId });
    await links.release(place, recordId, { chainId, wallet, policyHash });
  }
}

function refused(code: string, status: number, message: string): TerminalError {
  return new TerminalError({ code, message, status });
}
