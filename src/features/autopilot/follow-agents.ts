import { checkpointsForm } from '../../market/deferred/checkpoints.ts';
import { createDeferredWork } from '../../market/deferred/deferred-work.ts';
import { createDoubtedBlocks, doubtedBlocksSpec } from '../../market/deferred/doubted-blocks.ts';
import type { FollowReport } from '../../market/deferred/followed-part.ts';
import { getsMoreTime } from '../../market/deferred/lag-patience.ts';
import type { BlockRef } from '../../market/deferred/read-hints.ts';
import { createTouchedRepository } from '../../market/deferred/touched-repository.ts';
import type { AutopilotVault, AutopilotVaultEvent } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { chunksOf } from '../../values/chunks-of.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, optional, text, time } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { AgentLinks, AgentPlace } from './agent-links.ts';
import type { AgentReading } from './agent-record.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import type { ChainActivity } from './chain-activity.ts';
import { AUTOPILOT_DEFERRED } from './deferred-spec.ts';
import { type AgentsCursor, agentsOf, type MovedAgent, readAgentChanges, type ToldAgent } from './read-agent-changes.ts';
import type { TakeBackLinks } from './take-back-links.ts';

/**
 * Reads the events of one chain's Autopilot vault, starting after a stored block position (the cursor). An agent whose owner did something
 * (a deposit, a withdrawal, a new policy, a pause or resume) then reads its current data from the vault. So an event only shows that
 * something changed, and reading it twice (after a crash, after a reorg, or by two nodes) does no harm; the cursor is stored last. The
 * owners' actions are added to the agents' activity feeds.
 * @throws RetryableError when the chain cannot be read or changed during the read
 */
export type FollowAgents = (chainId: number) => Promise<FollowReport>;

export const AUTOPILOT_CURSORS: CollectionSpec = {
  name: 'autopilot-vault-cursors',
  form: documentForm<AgentsCursor>({
    ...{
      vault: text,
      number: integer,
      hash: text,
      begunAt: optional(integer),
      older: optional(checkpointsForm),
      behindSinceMs: optional(time),
      areLinksNoted: optional(flag),
    },
  }),
};

export const AUTOPILOT_DOUBTED = doubtedBlocksSpec('autopilot-doubted-blocks');

/**
 * An update of agents that failed and is retried later. It concerns one agent (`creation-gone`: the vault no longer has the agent), or all
 * agents of a wallet.
 */
export type DeferredAgent = { readonly chainId: number; readonly vault: Address } & (
  | { readonly kind: 'owner-moved' | 'creation-gone'; readonly agentId: number }
  | { readonly kind: 'wallet-guarded'; readonly wallet: Address }
);

/** Number of agents that are updated at the same time. Their changes are then written to the store together. */
const TOLD_AT_ONCE = 64;
/** Time limit in ms for the update of one agent. An update that takes longer is postponed, so that it does not delay other agents. */
const TOLD_WITHIN_MS = 5_000;
/**
 * Time in ms after which one run of reading vault events stops and stores its position. The run has a time limit of a minute, and owners
 * can cause any number of events.
 */
const ENOUGH_FOR_A_RUN_MS = 25_000;

/** The functions of a vault that are needed to read its events. */
export type FollowedVault = Pick<AutopilotVault, 'chainId' | 'address' | 'readEvents'>;

export function createFollowAgents(deps: {
  records: RecordStore;
  clock: Clock;
  deployments: Pick<AutopilotDeployments, 'vaultOf'>;
  vaultAt: (chainId: number, address: Address) => FollowedVault;
  links: Pick<AgentLinks, 'find' | 'numbersIn'>;
  takeBackLinks: TakeBackLinks;
  agents: Pick<AutopilotAgents, 'sync'> & {
    listOf(wallet: Address): Promise<readonly Pick<AgentReading, 'chainId' | 'link'>[]>;
  };
  activity: ChainActivity;
  /** Number of agents per new block whose data is read although no new event concerns them, in case an RPC endpoint has omitted events. */
  readInTurn: number;
  /**
   * Returns the number of blocks after which a block of the chain is final. When `confirmationsOf` is missing, a block is final at once.
   */
  confirmationsOf?: (chainId: number) => number;
  toldWithinMs?: number;
  log: Log;
}): FollowAgents {
  const { clock, deployments, vaultAt, links, takeBackLinks, agents, activity, toldWithinMs = TOLD_WITHIN_MS } = deps;
  const { confirmationsOf = () => 0 } = deps;
  const touched = createTouchedRepository(deps);
  const deferred = createDeferredWork<DeferredAgent>(AUTOPILOT_DEFERRED, deps);
  const doubts = createDoubtedBlocks<AutopilotVaultEvent>(AUTOPILOT_DOUBTED, deps);
  /**
   * For each chain, the on-chain number of the agent that is read next without an event. All agents are read in this way, some at each
   * block.
   */
  const nextInTurn = new Map<string, number>();
  /**
   * For each chain, the identifiers of the events in the last blocks, which are read repeatedly. The identifiers are kept only in memory,
   * so after a restart these events are processed again.
   */
  const seen = new Map<string, ReadonlySet<string>>();
  const cursors = deps.records.collection<AgentsCursor>(AUTOPILOT_CURSORS);

  return async (chainId) => {
    const address = await deployments.vaultOf(chainId);
    if (address === null) return { head: null, isCaughtUp: true };
    const vault = vaultAt(chainId, address);
    const id = String(chainId);
    const stored = await cursors.get(id);
    const startedAtMs = clock.now();
    if (stored !== null && stored.vault === address && stored.areLinksNoted !== true) await noteLinks(vault, stored.number);
    const read = await readAgentChanges(vault, stored !== null && stored.vault === address ? stored : null, {
      numbersOf: (wallet) => numbersOf(wallet, vault),
      touchedSince: async (block) => (await touched.since(vault, block)).map(Number),
      seen: seen.get(id) ?? new Set(),
      inTurn: Array.from({ length: deps.readInTurn }, (_, i) => (nextInTurn.get(id) ?? 1) + i),
    });
    if (read.isBehind && stored !== null && (await getsMoreTime(stored, { cursors, clock, confirmations: confirmationsOf(chainId) })))
      return { head: null, isCaughtUp: true };
    // Stores which agents have events in the blocks that were read. If a reorg removes these blocks, these agents read their data from the
    // vault again.
    for (const { agentId, blockNumber } of read.moved) if (blockNumber !== null) await touched.note(vault, String(agentId), blockNumber);
    for (const agentId of read.gone)
      await updateOne(vault, 'creation-gone', agentId, () => takeBackLinks.takeBack(placeOf(vault, agentId)));
    const toldTo = await tell(vault, read.moved, startedAtMs + ENOUGH_FOR_A_RUN_MS);
    await activity.note(vault, read.events, (wallet) => numbersOf(wallet, vault));
    if (read.forkedFrom !== null) await activity.takeBack(vault, read.forkedFrom);
    await doubts.note(vault, read.doubted);
    const begunAt = stored === null || stored.vault !== address ? read.last.number : stored.begunAt;
    const { number, hash } = toldTo ?? read.last;
    const cursor = { vault: address, number, hash, older: read.older, areLinksNoted: true, ...(begunAt === undefined ? {} : { begunAt }) };
    // Storing the cursor fails if another node has stored one at the same time. That node has read the same blocks, so the failure is
    // ignored.
    if (stored === null) await cursors.insert(id, cursor);
    else if (stored.vault !== address || stored.hash !== cursor.hash || stored.behindSinceMs !== undefined || stored.areLinksNoted !== true)
      await cursors.update(id, stored.rev, cursor);
    if (read.keys !== null) seen.set(id, new Set(read.keys));
    if (read.turn !== null && toldTo === null) nextInTurn.set(id, read.turn === 'last' ? 1 : (nextInTurn.get(id) ?? 1) + deps.readInTurn);
    const isCaughtUp = toldTo === null && read.last.number === read.headNumber;
    // Updates that failed before are retried only after the cursor is stored, so that a slow retry cannot delay the cursor.
    await doubts.askAgain(vault, (events) => applyFound(vault, events));
    await deferred.retryDue(vault, (subject) => lookAgain(vault, subject));
    return { head: isCaughtUp ? read.last : null, isCaughtUp, hasDeferred: await deferred.hasSome(chainId) };
  };

  async function noteLinks(vault: FollowedVault, blockNumber: number): Promise<void> {
    const { chainId, address } = vault;
    for (const agentId of await links.numbersIn({ chainId, vault: address })) await touched.note(vault, String(agentId), blockNumber);
  }

  /**
   * Returns the on-chain numbers of a wallet's agents in a vault. If they cannot be listed, returns an empty list, so that agents of other
   * wallets are not delayed.
   */
  async function numbersOf(wallet: Address, vault: FollowedVault): Promise<readonly number[]> {
    const { chainId, address } = vault;
    let numbers: readonly number[] = [];
    const subject = { chainId, vault: address, kind: 'wallet-guarded', wallet } as const;
    await deferred.doOrDefer(`${chainId}/${address}/${wallet}`, subject, async () => {
      numbers = await listNumbers(wallet, vault);
    });
    return numbers;
  }

  async function listNumbers(wallet: Address, { chainId, address }: FollowedVault): Promise<readonly number[]> {
    return (await agents.listOf(wallet)).flatMap(({ chainId: of, link }) =>
      of === chainId && link?.vault === address ? [link.agentId] : [],
    );
  }

  /**
   * Updates agents by their data in the vault. An update that fails is postponed and does not delay the others.
   * @returns the block to continue from when the time limit is reached; null if all were updated
   */
  async function tell(vault: FollowedVault, moved: readonly MovedAgent[], untilMs: number): Promise<BlockRef | null> {
    const { chainId } = vault;
    const inOrder = moved.toSorted((a, b) => (a.newIn?.number ?? 0) - (b.newIn?.number ?? 0));
    const chunks = [...chunksOf(inOrder, TOLD_AT_ONCE)];
    for (const [nth, chunk] of chunks.entries()) {
      const ended = await Promise.allSettled(
        chunk.map((moved) =>
          updateOne(vault, 'owner-moved', moved.agentId, () => chainWithinTime(sync(vault, moved), toldWithinMs, chainId)),
        ),
      );
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
      const next = chunks[nth + 1]?.[0]?.newIn;
      if (next == null || clock.now() < untilMs) continue;
      const whole = inOrder.findLast(({ newIn }) => newIn !== null && newIn.number < next.number)?.newIn;
      if (whole != null) return whole;
    }
    return null;
  }

  /**
   * Processes vault events that an RPC endpoint omitted when their block was first read, and that were found when the block was read again.
   */
  async function applyFound(vault: FollowedVault, events: readonly AutopilotVaultEvent[]): Promise<void> {
    const moved = new Map<number, number>();
    for (const event of events) {
      for (const agentId of await agentsOf(event, (wallet) => numbersOf(wallet, vault))) moved.set(agentId, event.log.blockNumber);
    }
    for (const [agentId, blockNumber] of moved) {
      await touched.note(vault, String(agentId), blockNumber);
      await updateOne(vault, 'owner-moved', agentId, () => lookAgain(vault, { ...placeOf(vault, agentId), kind: 'owner-moved' }));
    }
    await activity.noteBlock(vault, events, (wallet) => numbersOf(wallet, vault));
  }

  /** Updates one agent by its data in the vault. An update that fails is postponed. */
  function updateOne(
    { chainId, address: vault }: FollowedVault,
    kind: 'owner-moved' | 'creation-gone',
    agentId: number,
    work: () => Promise<void>,
  ): Promise<void> {
    return deferred.doOrDefer(`${chainId}/${vault}/${agentId}`, { chainId, vault, kind, agentId }, work);
  }

  async function lookAgain(vault: FollowedVault, subject: DeferredAgent): Promise<void> {
    const ids = subject.kind === 'wallet-guarded' ? await listNumbers(subject.wallet, vault) : [subject.agentId];
    const now = ids.length === 0 ? [] : await vault.readEvents((reader) => reader.agents(ids));
    for (const [at, agentId] of ids.entries()) {
      if (now[at] != null) await sync(vault, { agentId, chain: now[at], isNew: false, mayBeOthers: true });
      else if (subject.kind === 'creation-gone') await takeBackLinks.takeBack(placeOf(vault, agentId));
    }
  }

  /** Makes an agent read its data from the vault. If the agent's record was deleted after it was linked, nothing happens. */
  async function sync(vault: FollowedVault, { agentId, chain, isNew, mayBeOthers }: ToldAgent): Promise<void> {
    const place = placeOf(vault, agentId);
    const recordId = await links.find(place);
    if (recordId === null) return takeBackLinks.giveBack(place, chain);
    if (mayBeOthers && (await takeBackLinks.takeBackFromOther(place, chain))) return;
    if (isNew) return;
    try {
      await agents.sync(recordId, chain);
    } catch (error) {
      if (!(error instanceof TerminalError) || error.code !== 'agent-not-found') throw error;
    }
  }
}

function placeOf({ chainId, address: vault }: FollowedVault, agentId: number): AgentPlace {
  return { chainId, vault, agentId };
}
