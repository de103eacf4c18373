import { type Checkpoints, newestKept, withCheckpoint } from '../../market/deferred/checkpoints.ts';
import { mayLackEvents } from '../../market/deferred/doubted-blocks.ts';
import { readRange } from '../../market/deferred/read-range.ts';
import type {
  AgentsBlock,
  AutopilotEventReader,
  AutopilotVault,
  AutopilotVaultEvent,
} from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';

/** The number of blocks that each run reads again, because an endpoint may not have shown their events the first time. */
const BLOCKS_AGAIN = 64;
/** The number of newest blocks that are compared with their bloom filters in a run. */
const MOST_FILTERED = 64;

/** The newest block that was read, one document for each chain. */
export type AgentsCursor = {
  readonly vault: Address;
  readonly number: number;
  readonly hash: Hash;
  /** The block after which the cursor began; missing in cursors of older versions. */
  readonly begunAt?: number;
  /** Earlier blocks with their hashes; missing in cursors of older versions. */
  readonly older?: Checkpoints;
  /** Since when (UTC ms) the endpoint has shown a chain that ends before this block and is otherwise the same. */
  readonly behindSinceMs?: number;
  /** Whether all agents that were linked before are among those that are read again after a fork. Older versions did not note them. */
  readonly areLinksNoted?: boolean;
};

/** An agent to update. */
export type ToldAgent = {
  readonly agentId: number;
  readonly chain: Parameters<AutopilotAgents['sync']>[1];
  /** Whether its only news is its creation: its state came with its link. */
  readonly isNew: boolean;
  /** Whether a fork may have given its number to another wallet. */
  readonly mayBeOthers: boolean;
};

/** `blockNumber` is the block of its newest event; null when it is read without an event. */
export type MovedAgent = ToldAgent & {
  readonly blockNumber: number | null;
  /** The block of the newest event, if it is read for the first time. */
  readonly newIn: BlockRef | null;
};
export type BlockRef = { readonly number: number; readonly hash: Hash };

type AgentsAsked = {
  readonly numbersOf: (wallet: Address) => Promise<readonly number[]>;
  /** Returns agents with an event in this block or a later one. */
  readonly touchedSince: (block: number) => Promise<readonly number[]>;
  /** Agents that are read although they have no new event, in case an endpoint hides events. */
  readonly inTurn: readonly number[];
  /** Events that were processed before, by `keyOf`. */
  readonly seen: ReadonlySet<string>;
};

/** Reads the events after `known`. Without a cursor it only chooses where to begin, because agents read the vault when they are linked. */
export function readAgentChanges(
  vault: Pick<AutopilotVault, 'readEvents'>,
  known: AgentsCursor | null,
  { numbersOf, touchedSince, inTurn, seen }: AgentsAsked,
) {
  return vault.readEvents(async (reader) => {
    const head = await reader.block('latest');
    if (head === null) throw chainMoved();
    const nothing = {
      moved: [],
      gone: [],
      events: [],
      last: head,
      headNumber: head.number,
      turn: null,
      keys: null,
      doubted: [],
      forkedFrom: null,
      isBehind: false,
    };
    if (known === null) return { ...nothing, older: [] };
    const older = withCheckpoint(known.older ?? [], known);
    if (known.number > head.number && (await isSameUpTo(reader, older, head.number))) nothing.isBehind = true;
    const isSame = known.number <= head.number && (await reader.block(known.number))?.hash === known.hash;
    const newFrom = isSame ? known.number + 1 : await afterFork(reader, known, head.number);
    if (head.number < newFrom) return { ...nothing, older };
    const { toBlock, last, events } = await readRange(reader, {
      first: Math.min(newFrom, Math.max(0, newFrom - BLOCKS_AGAIN, (known.begunAt ?? -1) + 1)),
      newFrom,
      headNumber: head.number,
    });
    const found = new Map<number, { readonly number: number; readonly hash: Hash } | null>();
    const isCreated = new Set<number>();
    for (const event of events) {
      if (event.log.blockNumber < newFrom && seen.has(keyOf(event))) continue;
      const ids = await agentsOf(event, numbersOf);
      if (event.kind === 'created') isCreated.add(event.agentId);
      else for (const agentId of ids) isCreated.delete(agentId);
      for (const agentId of ids) found.set(agentId, { number: event.log.blockNumber, hash: event.log.blockHash });
    }
    const touched = new Set(isSame ? [] : await touchedSince(newFrom));
    const others = [...touched, ...(toBlock === head.number ? inTurn : [])];
    for (const agentId of others) if (!found.has(agentId)) found.set(agentId, null);
    const ids = [...found.keys()];
    // Read from the endpoint that has the events: another endpoint may be behind, and its old state would remain until the owner acts
    // again.
    const agents = ids.length === 0 ? [] : await reader.agents(ids);
    const doubted: AgentsBlock[] = [];
    for (let number = Math.max(newFrom, toBlock - MOST_FILTERED + 1); number <= toBlock; number += 1) {
      const block = await reader.block(number);
      // The last one shows whether the chain has changed since the events were read.
      if (block === null || (number === toBlock && block.hash !== last?.hash)) throw chainMoved();
      if (mayLackEvents(block, events)) doubted.push(block);
    }
    if (last === null) throw chainMoved();
    const moved = ids.flatMap((agentId, at) => {
      const block = found.get(agentId) ?? null;
      const newIn = block !== null && block.number >= newFrom ? block : null;
      const about = { agentId, isNew: isCreated.has(agentId) && !touched.has(agentId), mayBeOthers: touched.has(agentId) };
      return agents[at] == null ? [] : [{ ...about, chain: agents[at], blockNumber: block?.number ?? null, newIn }];
    });
    const gone = ids.filter((agentId, at) => touched.has(agentId) && agents[at] == null);
    const wasTurn = inTurn.length > 0 && toBlock === head.number;
    const turn = !wasTurn ? null : agents[ids.indexOf(inTurn.at(-1) ?? 0)] == null ? 'last' : 'more';
    const forkedFrom = isSame ? null : newFrom;
    const kept = older.filter(({ number }) => number < newFrom);
    const { isBehind } = nothing;
    const keys = events.map(keyOf);
    return { moved, gone, events, last, headNumber: head.number, turn, keys, forkedFrom, older: kept, isBehind, doubted };
  });
}

/** Whether the newest checkpoint that a shorter chain reaches is a block of that chain. */
async function isSameUpTo(reader: AutopilotEventReader, older: Checkpoints, headNumber: number): Promise<boolean> {
  const reached = older.findLast(({ number }) => number <= headNumber);
  return reached === undefined || (await reader.block(reached.number))?.hash === reached.hash;
}

/** The first block that may differ after a reorg: the one after the newest common block, at most the head. */
async function afterFork(reader: AutopilotEventReader, known: AgentsCursor, headNumber: number): Promise<number> {
  const common = await newestKept(known.older ?? [], (number) => reader.block(number), headNumber);
  if (common !== null) return Math.min(common.number + 1, headNumber);
  const isRemembered = (known.older ?? []).length > 0 && known.begunAt !== undefined;
  const first = isRemembered ? known.begunAt + 1 : known.number - BLOCKS_AGAIN + 1;
  return Math.max(0, Math.min(first, headNumber - BLOCKS_AGAIN + 1));
}

function keyOf({ log }: AutopilotVaultEvent): string {
  return `${log.blockHash}/${log.logIndex}`;
}

/** The agents that an event concerns. @param numbersOf a wallet's agents */
export async function agentsOf(
  event: AutopilotVaultEvent,
  numbersOf: (wallet: Address) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  if (event.kind === 'wallet-guarded') return await numbersOf(event.wallet);
  return isAgents(event) ? [event.agentId] : [];
}

/** Whether the event is an owner's action. Fills come from receipts. */
function isAgents(event: AutopilotVaultEvent): event is Extract<AutopilotVaultEvent, { agentId: number }> {
  const { kind } = event;
  return kind === 'created' || kind === 'moved' || kind === 'guarded' || kind === 'policy-updated' || kind === 'active-changed';
}

function chainMoved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while its events were read.', retryAfterMs: 1_000 });
}
