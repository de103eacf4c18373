import type { Address } from '../../values/address.ts';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ActivityRepository } from './activity-repository.ts';
import type { AgentLinks, AgentPlace } from './agent-links.ts';
import type { AgentReading } from './agent-record.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';

/**
 * Removes the link between a record and its on-chain agent when a reorg has removed the agent, and restores the link when the agent's
 * creation is mined again. Every call can be repeated, also by several nodes at once.
 */
export type TakeBackLinks = {
  /**
   * Removes the link of an on-chain agent number that the vault no longer has, or that now belongs to another wallet's agent. Has no effect
   * when there is no link.
   */
  takeBack(place: AgentPlace): Promise<void>;
  /**
   * Removes the link of an on-chain agent if the agent belongs to a wallet other than the record's.
   * @returns whether the link was removed
   */
  takeBackFromOther(place: AgentPlace, chain: Pick<OnChainAgent, 'owner'>): Promise<boolean>;
  /**
   * Handles an on-chain agent without a record: the agent is linked to the record that lost its link to an agent with the same wallet and
   * policy, if there is one.
   */
  giveBack(place: AgentPlace, chain: OnChainAgent): Promise<void>;
};

export function createTakeBackLinks(deps: {
  links: Pick<AgentLinks, 'find' | 'release' | 'released' | 'relink'>;
  agents: Pick<AutopilotAgents, 'read' | 'link' | 'unlink'>;
  activity: Pick<ActivityRepository, 'add'>;
  clock: Clock;
}): TakeBackLinks {
  const { links, agents, activity, clock } = deps;

  async function takeBackUnless(place: AgentPlace, isRight: (wallet: Address) => boolean): Promise<boolean> {
    const recordId = await links.find(place);
    const reading = recordId === null ? null : await agents.read(recordId);
    if (reading === null || isRight(reading.wallet)) return false;
    const { chainId, vault, agentId } = place;
    const { wallet, policyHash } = reading;
    await agents.unlink(reading.recordId, { vault, agentId });
    await links.release(place, reading.recordId, { chainId, wallet, policyHash });
    const reason =
      `A reorg removed the creation of agent ${agentId} from the chain. The agent waits, and continues by itself when its ` +
      'createAgent transaction is mined again. If the transaction is not mined again, send createAgent again and confirm it.';
    await addLine('unlinked', place, reading, reason);
    return true;
  }

  /** Adds an entry to the activity feed of a record, only once even when several nodes add it. */
  async function addLine(
    what: 'unlinked' | 'relinked',
    { agentId, vault }: AgentPlace,
    { recordId, record }: Pick<AgentReading, 'recordId' | 'record'>,
    reason: string,
  ): Promise<void> {
    const data = { agentId: String(agentId), vault };
    // The time of the record's last change is part of the entry's id. It distinguishes the entries of two reorgs, and is the same on all
    // nodes.
    const id = `${what}/${recordId}/${agentId}/${String(record.updatedAt ?? '')}`;
    await activity.add(id, { recordId, kind: 'sync', strategyId: null, reason, data, atMs: clock.now() });
  }

  return {
    takeBack: async (place) => void (await takeBackUnless(place, () => false)),

    takeBackFromOther: (place, { owner }) => takeBackUnless(place, (wallet) => wallet === owner),

    async giveBack(place, chain) {
      const { chainId, vault, agentId } = place;
      const recordId = await links.released({ chainId, wallet: chain.owner, policyHash: chain.policyHash });
      if (recordId === null) return;
      try {
        const { link, record } = await agents.link(recordId, { vault, agentId }, chain);
        // The record is already linked to another on-chain agent of the same wallet with the same policy, so it is not linked again.
        if (link?.vault !== vault || link.agentId !== agentId) return;
        await links.relink(place, recordId);
        const reason = `The creation of the agent is on the chain again, as agent ${agentId}, so the agent continues.`;
        await addLine('relinked', place, { recordId, record }, reason);
      } catch (error) {
        if (!(error instanceof TerminalError) || error.code !== 'agent-not-found') throw error;
      }
    },
  };
}
