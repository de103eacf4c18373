import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { AutopilotVault, AutopilotVaultEvent, GuardChange } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { ActivityNote } from '../../values/autopilot/activity.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import type { Hash } from '../../values/hash.ts';
import { tokenText } from '../../values/token-text.ts';
import type { ActivityBlock, ActivityRepository } from './activity-repository.ts';
import type { AgentLinks } from './agent-links.ts';

type Vault = Pick<AutopilotVault, 'chainId' | 'address' | 'readEvents'>;
type OwnersEvent = Extract<AutopilotVaultEvent, { kind: (typeof OWNERS)[number] }>;

const OWNERS = ['created', 'moved', 'policy-updated', 'active-changed', 'guarded', 'wallet-guarded'] as const;

/** Adds the actions of agents' owners in a vault to the agents' activity feeds. Every write can be repeated, by any number of nodes. */
export type ChainActivity = {
  /**
   * Adds feed entries for vault events.
   * @param events all events of some blocks, in chain order. An entry's id is the transaction together with the event's index within the
   * transaction.
   * @param numbersOf returns the numbers of a wallet's agents in the vault
   */
  note(vault: Vault, events: readonly AutopilotVaultEvent[], numbersOf?: (wallet: Address) => Promise<readonly number[]>): Promise<void>;
  /**
   * Adds feed entries for the events of one block that was read separately. It does not change the list of recent events that `note` keeps
   * to skip events that it has already added.
   */
  noteBlock: ChainActivity['note'];
  /**
   * Checks the feed entries from block `fromBlock` on. An entry whose block is no longer part of the chain is marked as removed. If an
   * entry's block is part of the chain, its mark is cleared.
   */
  takeBack(vault: Vault, fromBlock: number): Promise<void>;
};

export function createChainActivity(deps: {
  activity: ActivityRepository;
  links: Pick<AgentLinks, 'find'>;
  tokens: Pick<Tokens, 'find'>;
  clock: Clock;
}): ChainActivity {
  const { activity, links, tokens, clock } = deps;
  /**
   * For each vault, the events (`blockHash/logIndex`) that already have a feed entry. The last blocks of the chain are read repeatedly, so
   * these events are skipped when they are read again.
   */
  const noted = new Map<string, ReadonlySet<string>>();

  return {
    async note(vault, events, numbersOf) {
      const id = `${vault.chainId}/${vault.address}`;
      noted.set(id, await addLines(vault, events, noted.get(id) ?? new Set(), numbersOf));
    },

    async noteBlock(vault, events, numbersOf) {
      await addLines(vault, events, new Set(), numbersOf);
    },

    async takeBack(vault, fromBlock) {
      const { chainId, address } = vault;
      const blocks = onceEach((number: number) => vault.readEvents((reader) => reader.block(number)));
      for (const line of await activity.onChainSince({ chainId, vault: address }, fromBlock)) {
        const isGone = !(await isThere(line, blocks));
        if (isGone && !line.isTakenBack) await activity.takeBack(line, clock.now());
        // The entry's block is part of the chain again, because the RPC endpoint had shown another fork for some time. So the mark that the
        // entry was removed is cleared.
        if (!isGone && line.isTakenBack) await activity.bringBack(line);
      }
    },
  };

  /** Adds feed entries for events that have none yet. @returns the events that have an entry now */
  async function addLines(
    vault: Vault,
    events: readonly AutopilotVaultEvent[],
    known: ReadonlySet<string>,
    numbersOf: (wallet: Address) => Promise<readonly number[]> = async () => [],
  ): Promise<ReadonlySet<string>> {
    const { chainId, address } = vault;
    const kept = new Set<string>();
    const records = onceEach((agentId: number) => links.find({ chainId, vault: address, agentId }));
    const times = onceEach((number: number) => vault.readEvents((reader) => reader.block(number)));
    for (const { event, ordinal } of withOrdinals(events)) {
      if (!isOwners(event)) continue;
      const { txHash, blockNumber, blockHash, logIndex } = event.log;
      const key = `${blockHash}/${logIndex}`;
      if (known.has(key)) {
        kept.add(key);
        continue;
      }
      const note = await noteOf(chainId, event);
      if (note === null) continue;
      const numbers = event.kind === 'wallet-guarded' ? await numbersOf(event.wallet) : [event.agentId];
      const found = (await Promise.all(numbers.map(records))).filter((recordId) => recordId !== null);
      // No agent record is linked to the event's agent yet, so the event is skipped. The agent may be linked soon, and the last blocks are
      // read repeatedly, so the event is then found again.
      if (found.length === 0) continue;
      const block = await times(blockNumber);
      // The event's block is not part of the chain any more, so no feed entry is added. If the event already has an entry, the next run
      // marks that entry as removed.
      if (block === null || block.hash !== blockHash) continue;
      // The time of the feed entry is the last millisecond of the block's second, so the entry is sorted after entries of the same second
      // that describe what led to it.
      const minedMs = block.timeSec * 1_000 + 999;
      const atMs = Math.min(minedMs, clock.now());
      const id = `event/${chainId}/${address}/${txHash}/${ordinal}`;
      for (const recordId of found) {
        const lineId = event.kind === 'wallet-guarded' ? `${id}/${recordId}` : id;
        await activity.addFromChain(lineId, { recordId, atMs, ...note }, { chainId, vault: address }, event.log);
      }
      kept.add(key);
    }
    return kept;
  }

  /** Returns the feed entry for an owner's event in the vault; null for an event that is not shown. */
  async function noteOf(chainId: number, event: OwnersEvent): Promise<ActivityNote | null> {
    const { log, kind } = event;
    const data = { txHash: log.txHash };
    if (kind === 'policy-updated') {
      const reason = "The vault now uses the policy of the owner's updatePolicy transaction.";
      return { kind: 'policy-change', strategyId: null, reason, data: { ...data, policyHash: event.policyHash } };
    }
    if (kind === 'active-changed') {
      const reason = `The owner switched the agent ${event.active ? 'on' : 'off'} in the vault.`;
      return { kind: 'set-active', strategyId: null, reason, data: { ...data, active: String(event.active) } };
    }
    if (event.kind === 'guarded' || event.kind === 'wallet-guarded') {
      return event.change === undefined ? null : await guardNote(chainId, event.change, data);
    }
    const isNew = event.kind === 'created';
    if (isNew && event.depositAmount === 0n) return null;
    const [token, units, isIn] = isNew
      ? [event.budgetToken, event.depositAmount, true]
      : [event.token, event.amount, event.direction === 'in'];
    const amount = toBaseUnits(units);
    const text = tokenText(await tokens.find(chainId, token), token, amount);
    const reason = isIn ? `The owner deposited ${text}${isNew ? ' with the creation' : ''}.` : `The owner withdrew ${text}.`;
    return { kind: isIn ? 'deposit' : 'withdrawal', strategyId: null, reason, data: { ...data, token, amount } };
  }

  async function guardNote(chainId: number, change: GuardChange, data: Data): Promise<ActivityNote> {
    switch (change.what) {
      case 'paused':
        return pauseNote('The agent was', change.by, data);
      case 'unpaused':
        return pauseNote('The agent is', null, data);
      case 'all-paused':
        return pauseNote('All agents of the wallet were', change.by, data);
      case 'all-unpaused':
        return pauseNote('The agents of the wallet are', null, data);
      case 'price-bound': {
        const { tokenIn, tokenOut } = change;
        const [from, to] = await Promise.all([tokens.find(chainId, tokenIn), tokens.find(chainId, tokenOut)]);
        const reason = `The owner set the price limit of ${from?.symbol ?? tokenIn} for ${to?.symbol ?? tokenOut}.`;
        return { kind: 'owner-bound', strategyId: null, reason, data: { ...data, tokenIn, tokenOut } };
      }
      case 'sell-cap': {
        const { token } = change;
        const maxPerDay = toBaseUnits(change.maxPerDay);
        const text = tokenText(await tokens.find(chainId, token), token, maxPerDay);
        const reason = `The owner set the limit of sales in 24 hours to ${text}.`;
        return { kind: 'owner-bound', strategyId: null, reason, data: { ...data, token, maxPerDay } };
      }
    }
  }
}

type Data = { readonly txHash: Hash };

function pauseNote(what: string, by: Address | null, data: Data): ActivityNote {
  const isPause = by !== null;
  const reason = isPause ? `${what} paused in the vault by ${by}.` : `${what} not paused in the vault any more.`;
  return { kind: isPause ? 'pause' : 'resume', strategyId: null, reason, data: isPause ? { ...data, by } : { ...data } };
}

async function isThere({ blockNumber, blockHash }: ActivityBlock, blocks: (number: number) => Promise<{ hash: Hash } | null>) {
  return (await blocks(blockNumber))?.hash === blockHash;
}

function isOwners(event: AutopilotVaultEvent): event is OwnersEvent {
  return OWNERS.some((kind) => kind === event.kind);
}

/**
 * Adds to each event the number of earlier events in its transaction. Unlike the log index, this number stays the same when the transaction
 * is mined in another block.
 */
function withOrdinals(events: readonly AutopilotVaultEvent[]) {
  const counts = new Map<string, number>();
  return events.map((event) => {
    const ordinal = counts.get(event.log.txHash) ?? 0;
    counts.set(event.log.txHash, ordinal + 1);
    return { event, ordinal };
  });
}

function onceEach<K, T>(ask: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const asked = new Map<K, Promise<T>>();
  return (key) => {
    const known = asked.get(key) ?? ask(key);
    asked.set(key, known);
    return known;
  };
}
