import { type BlockRef, type HintsCursor, readHints } from '../../market/deferred/read-hints.ts';
import type { AutopilotVault, AutopilotVaultEvent } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';

/** Up to which block the vault's events have been read. There is one stored document for each chain. */
export type AgentsCursor = HintsCursor & {
  /**
   * Whether the list of agents that must be read again after a fork is complete. It can be incomplete because older versions of the service
   * did not add an agent to the list when they linked the agent.
   */
  readonly areLinksNoted?: boolean;
};

/** Identifies an agent that must read its data from the vault. */
export type ToldAgent = {
  readonly agentId: number;
  readonly chain: Parameters<AutopilotAgents['sync']>[1];
  /** Whether the agent's only new event is its creation. The agent's data was then already read when the agent was linked. */
  readonly isNew: boolean;
  /** True when a fork may have given the agent's number to an agent of another wallet. */
  readonly mayBeOthers: boolean;
};

/**
 * An agent that must read its data from the vault. `blockNumber` is the block of the agent's newest event; null when the agent is read
 * without an event.
 */
export type MovedAgent = ToldAgent & {
  readonly blockNumber: number | null;
  /** The block of the agent's newest event, if that event had not been found by an earlier read of the chain. */
  readonly newIn: BlockRef | null;
};

type AgentsAsked = {
  readonly numbersOf: (wallet: Address) => Promise<readonly number[]>;
  /** Returns the numbers of the agents with an event in block `block` or a later one. */
  readonly touchedSince: (block: number) => Promise<readonly number[]>;
  /** Numbers of agents that are read although no new event concerns them, because an RPC endpoint may have omitted events. */
  readonly inTurn: readonly number[];
  /** Vault events that were already processed, identified by `keyOf`. */
  readonly seen: ReadonlySet<string>;
};

/**
 * Reads the vault's events after the block `known`. When there is no cursor yet, it reads no events and only decides at which block to
 * start, because agents read their data from the vault when they are linked.
 */
export function readAgentChanges(
  vault: Pick<AutopilotVault, 'readEvents'>,
  known: AgentsCursor | null,
  { numbersOf, touchedSince, inTurn, seen }: AgentsAsked,
) {
  return vault.readEvents(async (reader) => {
    const { states, ...hints } = await readHints(reader, known, seen, async ({ fresh, newFrom, isSame, isAllRead }) => {
      const found = new Map<number, BlockRef | null>();
      const isCreated = new Set<number>();
      for (const event of fresh) {
        const ids = await agentsOf(event, numbersOf);
        if (event.kind === 'created') isCreated.add(event.agentId);
        else for (const agentId of ids) isCreated.delete(agentId);
        for (const agentId of ids) found.set(agentId, { number: event.log.blockNumber, hash: event.log.blockHash });
      }
      const touched = new Set(isSame ? [] : await touchedSince(newFrom));
      const others = [...touched, ...(isAllRead ? inTurn : [])];
      for (const agentId of others) if (!found.has(agentId)) found.set(agentId, null);
      const ids = [...found.keys()];
      const agents = ids.length === 0 ? [] : await reader.agents(ids);
      const moved = ids.flatMap((agentId, at) => {
        const block = found.get(agentId) ?? null;
        const newIn = block !== null && block.number >= newFrom ? block : null;
        const about = { agentId, isNew: isCreated.has(agentId) && !touched.has(agentId), mayBeOthers: touched.has(agentId) };
        return agents[at] == null ? [] : [{ ...about, chain: agents[at], blockNumber: block?.number ?? null, newIn }];
      });
      const gone = ids.filter((agentId, at) => touched.has(agentId) && agents[at] == null);
      const wasTurn = inTurn.length > 0 && isAllRead;
      const turn: 'last' | 'more' | null = !wasTurn ? null : agents[ids.indexOf(inTurn.at(-1) ?? 0)] == null ? 'last' : 'more';
      return { moved, gone, turn };
    });
    return { moved: [], gone: [], turn: null, ...states, ...hints };
  });
}

/**
 * Returns the numbers of the agents that a vault event concerns.
 * @param numbersOf returns the agent numbers of a wallet
 */
export async function agentsOf(
  event: AutopilotVaultEvent,
  numbersOf: (wallet: Address) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  if (event.kind === 'wallet-guarded') return await numbersOf(event.wallet);
  return isAgents(event) ? [event.agentId] : [];
}

/**
 * Whether a vault event is an action of an agent's owner. Events of fills (executed trades) are excluded, because fills are read from
 * transaction receipts.
 */
function isAgents(event: AutopilotVaultEvent): event is Extract<AutopilotVaultEvent, { agentId: number }> {
  const { kind } = event;
  return kind === 'created' || kind === 'moved' || kind === 'guarded' || kind === 'policy-updated' || kind === 'active-changed';
}
