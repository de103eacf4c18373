import type { ChainEventLog, Hex, OneEndpointOptions } from '../../platform/chain/chain.ts';
import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, listOf, membersOf, number, optional, text } from '../../values/document-form.ts';
import { doublingPauseMs } from '../../values/doubling-pause.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { Hash } from '../../values/hash.ts';

type BlockRef = { readonly number: number; readonly hash: Hash };
type VaultEvent = { readonly log: ChainEventLog };

/** A block whose bloom filter was checked for events of a vault. `topics` are the event topics that the block may contain. */
export type FilteredBlock = BlockRef & { readonly timeSec: number; readonly topics?: readonly Hex[] };

/** The functions of a vault with which the events of its blocks are requested again. */
export type DoubtedVault<E extends VaultEvent> = {
  readonly chainId: number;
  readonly address: Address;
  readEvents<T>(
    work: (reader: { eventsOf?(block: BlockRef): Promise<readonly E[]> }) => Promise<T>,
    options?: OneEndpointOptions<T>,
  ): Promise<T>;
};

type Doubt = BlockRef & { readonly timeSec: number; readonly looks: number; readonly dueMs: number; readonly topics?: readonly Hex[] };
type ChainDoubts = { readonly chainId: number; readonly vault: Address; readonly blocks: readonly Doubt[] };

/**
 * Remembers blocks that, according to their bloom filter, may contain vault events that an RPC endpoint has not returned. Reading continues
 * with later blocks, because a bloom filter can be wrong. But the events of the remembered blocks are requested again from every endpoint,
 * at growing intervals, for two hours.
 */
export type DoubtedBlocks<E extends VaultEvent> = {
  /**
   * Stores the blocks whose events may be incomplete, so that they are read again. Must be called before the cursor (the last block that
   * was read) is set to a later block.
   */
  note(vault: DoubtedVault<E>, blocks: readonly FilteredBlock[]): Promise<void>;
  /**
   * Requests the events of the remembered blocks again. @param apply processes all events of a block that are now found, in chain order; it
   * may be called again for the same block
   */
  askAgain(vault: DoubtedVault<E>, apply: (events: readonly E[], timeSec: number) => Promise<void>): Promise<void>;
};

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/**
 * Maximum number of times that a remembered block's events are requested again: immediately, and after 1, 3, 7, 15, 31, 63 and 123 minutes.
 */
const MOST_LOOKS = 8;
/**
 * Maximum number of blocks whose events are requested again in one run. Each block costs a request to every RPC endpoint, and on a busy
 * chain most of these requests find nothing.
 */
const MOST_ASKED = 8;
/**
 * Maximum number of blocks per chain whose events are requested again. The number is limited because nearly every bloom filter wrongly
 * matches when blocks are full.
 */
const MOST_KEPT = 256;

/** Describes the collection of blocks that may lack vault events, for one kind of vault, with one document for each chain. */
export function doubtedBlocksSpec(name: string): CollectionSpec {
  return {
    name,
    form: documentForm<ChainDoubts>({
      ...{ chainId: integer, vault: text },
      blocks: listOf(
        membersOf<Doubt>({ number: integer, hash: text, timeSec: number, looks: integer, dueMs: number, topics: optional(listOf(text)) }),
      ),
    }),
  };
}

/** Whether a block may contain more events than those in `shown`, according to the block's bloom filter. */
export function mayLackEvents({ hash, topics = [] }: Pick<FilteredBlock, 'hash' | 'topics'>, shown: readonly VaultEvent[]): boolean {
  return topics.some((topic) => !shown.some(({ log }) => log.blockHash === hash && log.topics[0] === topic));
}

export function createDoubtedBlocks<E extends VaultEvent>(
  spec: CollectionSpec,
  deps: { readonly records: RecordStore; readonly clock: Clock },
): DoubtedBlocks<E> {
  const { clock } = deps;
  const doubts = deps.records.collection<ChainDoubts>(spec);

  async function change(
    { chainId, address: vault }: DoubtedVault<E>,
    changed: (blocks: readonly Doubt[]) => readonly Doubt[],
  ): Promise<void> {
    const id = String(chainId);
    for (;;) {
      const stored = await doubts.get(id);
      const before = blocksOf(stored, vault);
      const blocks = changed(before).slice(-MOST_KEPT);
      if (blocks.length === 0 && before.length === 0) return;
      const now = { chainId, vault, blocks };
      if (await putIfUnchanged(doubts, id, stored, now)) return;
    }
  }

  /**
   * Queries one RPC endpoint after another until one returns the block's events that the bloom filter indicates. A reply without them does
   * not prove that they do not exist.
   */
  async function eventsOf(vault: DoubtedVault<E>, block: Doubt): Promise<readonly E[]> {
    try {
      const isDoubtful = (events: readonly E[]) => !isComplete(block, events);
      const events = await vault.readEvents(async (reader) => (await reader.eventsOf?.(block)) ?? [], { isDoubtful });
      return events.filter(({ log }) => log.blockHash === block.hash);
    } catch (error) {
      // An error of an endpoint does not prove that the block has no events, so the block stays remembered. For a block that a reorg
      // removed, all endpoints return an error; its events are requested until the attempts are used up.
      if (error instanceof CoxswainError) return [];
      throw error;
    }
  }

  return {
    async note(vault, blocks) {
      if (blocks.length === 0) return;
      const dueMs = clock.now();
      await change(vault, (known) => {
        const hashes = new Set(known.map(({ hash }) => hash));
        const added = blocks.filter(({ hash }) => !hashes.has(hash));
        return [...known, ...added.map(({ number, hash, timeSec, topics = [] }) => ({ number, hash, timeSec, topics, looks: 0, dueMs }))];
      });
    },

    async askAgain(vault, apply) {
      const nowMs = clock.now();
      const due = blocksOf(await doubts.get(String(vault.chainId)), vault.address).filter(({ dueMs }) => dueMs <= nowMs);
      const asked = due.toSorted((a, b) => a.looks - b.looks || b.number - a.number).slice(0, MOST_ASKED);
      if (asked.length === 0) return;
      const found = new Set<string>();
      for (const block of asked.toSorted((a, b) => a.number - b.number)) {
        const events = await eventsOf(vault, block);
        if (events.length > 0) await apply(events, block.timeSec);
        if (isComplete(block, events)) found.add(block.hash);
      }
      const hashes = new Set(asked.map(({ hash }) => hash));
      await change(vault, (blocks) =>
        blocks.flatMap((block) => {
          if (!hashes.has(block.hash)) return [block];
          const looks = block.looks + 1;
          if (found.has(block.hash) || looks >= MOST_LOOKS) return [];
          return [{ ...block, looks, dueMs: nowMs + doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, looks) }];
        }),
      );
    },
  };
}

/**
 * Whether the found events include all that the block's bloom filter indicated. Blocks that older versions recorded have no topics, so any
 * found event counts as complete.
 */
function isComplete(block: Doubt, events: readonly VaultEvent[]): boolean {
  return events.length > 0 && !mayLackEvents(block, events);
}

/**
 * Returns the remembered blocks of a chain's vault. If the chain has a new vault, the stored blocks belong to the old one, and an empty
 * list is returned.
 */
function blocksOf(stored: Stored<ChainDoubts> | null, vault: Address): readonly Doubt[] {
  return stored?.vault === vault ? stored.blocks : [];
}
