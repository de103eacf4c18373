import type { AutopilotVault, AutopilotVaultEvent } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { portionsOf } from '../../values/portions-of.ts';
import { createDeferredWork, deferredWorkSpec } from '../deferred/deferred-work.ts';
import type { AgentLinks } from './agent-links.ts';
import type { AgentReading } from './agent-record.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotPlaces } from './autopilot-places.ts';

/** How far a run got. `head` is the chain's when everything up to it was read. */
export type AgentsReport = {
  readonly head: { readonly number: number; readonly hash: string } | null;
  readonly isCaughtUp: boolean;
  /** Whether something was put aside that has to be retried, also when no block comes. */
  readonly hasDeferred?: boolean;
};

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

/** An agent that could not be told of its owner's doing, or all of a wallet. */
export type DeferredAgent = { readonly chainId: number; readonly vault: string } & (
  | { readonly kind: 'owner-moved'; readonly agentId: number }
  | { readonly kind: 'wallet-guarded'; readonly wallet: string }
);
export const AUTOPILOT_DEFERRED = deferredWorkSpec('autopilot-deferred-events');

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
  clock: Clock;
  places: Pick<AutopilotPlaces, 'vaultOf'>;
  vaultAt: (chainId: number, address: string) => FollowedVault;
  links: Pick<AgentLinks, 'find'>;
  agents: Pick<AutopilotAgents, 'sync'> & {
    listOf(wallet: string): Promise<readonly Pick<AgentReading, 'chainId' | 'link'>[]>;
  };
  log: Log;
}): FollowAgents {
  const { places, vaultAt, links, agents } = deps;
  const deferred = createDeferredWork<DeferredAgent>(AUTOPILOT_DEFERRED, deps);
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
    // After the cursor, which it must not hold up.
    await deferred.retryDue(vault, (subject) => lookAgain(vault, subject));
    return { head: isCaughtUp ? read.last : null, isCaughtUp, hasDeferred: await deferred.hasSome(chainId) };
  };

  /** A wallet's agents in a vault, by their on-chain numbers; none while they cannot be listed, which holds up nobody else's. */
  async function numbersOf(wallet: string, vault: FollowedVault): Promise<readonly number[]> {
    const { chainId, address } = vault;
    let numbers: readonly number[] = [];
    const subject = { chainId, vault: address, kind: 'wallet-guarded', wallet } as const;
    await deferred.doOrDefer(`${chainId}/${address}/${wallet}`, subject, async () => {
      numbers = await listNumbers(wallet, vault);
    });
    return numbers;
  }

  async function listNumbers(wallet: string, { chainId, address }: FollowedVault): Promise<readonly number[]> {
    return (await agents.listOf(wallet)).flatMap(({ chainId: of, link }) =>
      of === chainId && link?.vault === address ? [link.agentId] : [],
    );
  }

  /** What one agent cannot be told holds up nobody else's. */
  async function tell(vault: FollowedVault, moved: readonly MovedAgent[]): Promise<void> {
    const { chainId, address } = vault;
    for (const portion of portionsOf(moved, TOLD_AT_ONCE)) {
      const ended = await Promise.allSettled(
        portion.map(({ agentId, chain }) => {
          const subject = { chainId, vault: address, kind: 'owner-moved', agentId } as const;
          return deferred.doOrDefer(`${chainId}/${address}/${agentId}`, subject, () => sync(vault, agentId, chain));
        }),
      );
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
    }
  }

  async function lookAgain(vault: FollowedVault, subject: DeferredAgent): Promise<void> {
    const ids = subject.kind === 'owner-moved' ? [subject.agentId] : await listNumbers(subject.wallet, vault);
    const now = ids.length === 0 ? [] : await vault.readEvents((reader) => reader.agents(ids));
    for (const [at, agentId] of ids.entries()) if (now[at] != null) await sync(vault, agentId, now[at]);
  }

  /** One that is gone from the store since it was linked has nothing to look at. */
  async function sync({ chainId, address: vault }: FollowedVault, agentId: number, chain: MovedAgent['chain']): Promise<void> {
    const recordId = await links.find({ chainId, vault, agentId });
    if (recordId === null) return;
    try {
      await agents.sync(recordId, chain);
    } catch (error) {
      if (!(error instanceof TerminalError) || error.code !== 'agent-not-found') throw error;
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
