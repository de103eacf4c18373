import type { AutopilotVault, AutopilotVaultEvent } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import { QuarantinedError } from '../../values/errors/quarantined-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { portionsOf } from '../../values/portions-of.ts';
import type { AgentLinks } from './agent-links.ts';
import type { AgentReading } from './agent-record.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotPlaces } from './autopilot-places.ts';

/** How far a run got. `head` is the chain's when everything up to it was read. */
export type AgentsReport = { readonly head: { readonly number: number; readonly hash: string } | null; readonly isCaughtUp: boolean };

/**
 * Reads one chain's Autopilot events onward from a durable cursor, and has the agents whose owner did something (a deposit, a withdrawal, a
 * new policy, on or off) look at their vault. An event is a hint and no more: what the agent gets is what the vault says now. So events may
 * be read twice (after a crash, a reorg, by two nodes); the cursor moves last.
 * @throws RetryableError when the chain cannot be read or changed under the reading
 */
export type FollowAgents = (chainId: number) => Promise<AgentsReport>;

/** The newest block that was read. One document for each chain. */
type AgentsCursor = { readonly vault: string; readonly number: number; readonly hash: string };

export const AUTOPILOT_CURSORS = { name: 'autopilot-vault-cursors' } as const;

/** Blocks in one request for logs: what public endpoints take. */
const BLOCKS_AT_ONCE = 2_000;
/** After a fork, or behind an endpoint that lags, so many blocks are read again. */
const BLOCKS_AGAIN = 64;
/** Agents that are told at a time: their commits go to the disk together. */
const TOLD_AT_ONCE = 64;

/** What of a vault is followed. */
export type FollowedVault = Pick<AutopilotVault, 'chainId' | 'address' | 'readEvents'>;

export function createFollowAgents(deps: {
  records: RecordStore;
  places: Pick<AutopilotPlaces, 'vaultOf'>;
  vaultAt: (chainId: number, address: string) => FollowedVault;
  links: Pick<AgentLinks, 'find'>;
  agents: Pick<AutopilotAgents, 'sync'> & {
    listOf(wallet: string): Promise<readonly Pick<AgentReading, 'chainId' | 'link'>[]>;
  };
  log: Log;
}): FollowAgents {
  const { places, vaultAt, links, agents, log } = deps;
  const cursors = deps.records.collection<AgentsCursor>(AUTOPILOT_CURSORS);

  return async (chainId) => {
    const address = await places.vaultOf(chainId);
    if (address === null) return { head: null, isCaughtUp: true };
    const vault = vaultAt(chainId, address);
    const id = String(chainId);
    const stored = await cursors.get(id);
    const read = await readOn(vault, stored !== null && stored.vault === address ? stored : null, (wallet) => numbersOf(wallet, vault));
    await tell(vault, read.moved);
    const cursor = { vault: address, ...read.last };
    // Losing this write means that another node read the same blocks.
    if (stored === null) await cursors.insert(id, cursor);
    else if (stored.vault !== address || stored.hash !== cursor.hash) await cursors.update(id, stored.rev, cursor);
    const isCaughtUp = read.last.number === read.headNumber;
    return { head: isCaughtUp ? read.last : null, isCaughtUp };
  };

  /** A wallet's agents in a vault, by their on-chain numbers. */
  async function numbersOf(wallet: string, { chainId, address }: FollowedVault): Promise<readonly number[]> {
    return (await agents.listOf(wallet)).flatMap(({ chainId: of, link }) =>
      of === chainId && link?.vault === address ? [link.agentId] : [],
    );
  }

  async function tell({ chainId, address: vault }: FollowedVault, moved: readonly MovedAgent[]): Promise<void> {
    for (const portion of portionsOf(moved, TOLD_AT_ONCE)) {
      const ended = await Promise.allSettled(
        portion.map(async ({ agentId, chain }) => {
          const recordId = await links.find({ chainId, vault, agentId });
          if (recordId !== null) await syncIfThere(recordId, chain);
        }),
      );
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
    }
  }

  /**
   * What looking again does not mend, such as an agent in quarantine, holds up nobody else's: its next step reads the vault. One that is
   * gone from the store since it was linked has nothing to look at.
   */
  async function syncIfThere(recordId: string, chain: MovedAgent['chain']): Promise<void> {
    try {
      await agents.sync(recordId, chain);
    } catch (error) {
      if (!(error instanceof TerminalError) && !(error instanceof QuarantinedError)) throw error;
      if (error.code !== 'agent-not-found') log.warn("An agent could not be told of its owner's doing", { recordId, error });
    }
  }
}

type MovedAgent = { readonly agentId: number; readonly chain: Parameters<AutopilotAgents['sync']>[1] };

/** What follows on `known`; without it nothing but where to begin: an agent was read from the vault when it was linked. */
function readOn(vault: FollowedVault, known: AgentsCursor | null, numbersOf: (wallet: string) => Promise<readonly number[]>) {
  return vault.readEvents(async (reader) => {
    const head = await reader.block('latest');
    if (head === null) throw chainMoved();
    if (known === null) return { moved: [], last: head, headNumber: head.number };
    const isSame = known.number <= head.number && (await reader.block(known.number))?.hash === known.hash;
    const fromBlock = isSame ? known.number + 1 : Math.max(0, Math.min(known.number, head.number) - BLOCKS_AGAIN + 1);
    const toBlock = Math.min(head.number, fromBlock + BLOCKS_AT_ONCE - 1);
    if (toBlock < fromBlock) return { moved: [], last: head, headNumber: head.number };
    const last = await reader.block(toBlock);
    const events = await reader.events(fromBlock, toBlock);
    const wallets = new Set(events.flatMap((event) => (event.kind === 'wallet-guarded' ? [event.wallet] : [])));
    const found = new Set(events.flatMap((event) => (isOwners(event) ? [event.agentId] : [])));
    for (const wallet of wallets) for (const agentId of await numbersOf(wallet)) found.add(agentId);
    const ids = [...found];
    // By the endpoint that has the events: another one may be behind, and what it says would stand until the owner does something again.
    const agents = ids.length === 0 ? [] : await reader.agents(ids);
    if (last === null || (await reader.block(toBlock))?.hash !== last.hash) throw chainMoved();
    const moved = ids.flatMap((agentId, at) => (agents[at] == null ? [] : [{ agentId, chain: agents[at] }]));
    return { moved, last, headNumber: head.number };
  });
}

/** A trade's own fill comes from its receipt, and a new agent's state with its link. */
function isOwners(event: AutopilotVaultEvent): event is Extract<AutopilotVaultEvent, { agentId: number }> {
  const { kind } = event;
  return kind === 'moved' || kind === 'guarded' || kind === 'policy-updated' || kind === 'active-changed';
}

function chainMoved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while its events were read.', retryAfterMs: 1_000 });
}
