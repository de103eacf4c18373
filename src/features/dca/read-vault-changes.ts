import { newestKept } from '../../market/deferred/checkpoints.ts';
import { mayLackEvents } from '../../market/deferred/doubted-blocks.ts';
import { readRange } from '../../market/deferred/read-range.ts';
import type { BlockRef, VaultBlock, VaultEvent, VaultEventReader } from '../../platform/chain/dca-vault/dca-vault.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';

/**
 * A block whose vault events were read. `events` is the number of its events. It is missing when the block was read by an older version of
 * the program, or by a run that ended early.
 */
export type ReadBlock = { readonly number: number; readonly hash: Hash; readonly events?: number };
/** The newest blocks that were read, oldest first. They are used to detect a fork and the block where it began. */
export type ReadBlocks = readonly ReadBlock[];

/** The result of one read of the chain, from a single endpoint. */
export type VaultChanges = {
  readonly head: BlockRef;
  /** The range of blocks that was read, including both ends. When it is empty, `toBlock` is less than `fromBlock`. */
  readonly fromBlock: number;
  readonly toBlock: number;
  /** True when blocks that were read in an earlier run are no longer part of the chain. */
  readonly isFork: boolean;
  /**
   * True when the endpoint does not have the newest blocks that were already read, and nothing else indicates a fork. Either the endpoint
   * lags behind, or the chain has lost these blocks; which of the two happened is unknown until the next block is mined.
   */
  readonly isBehind: boolean;
  /** The events in chain order: all events of the new blocks, and events of earlier blocks that had been missing. */
  readonly events: readonly VaultEvent[];
  /** The times of the blocks that contain events, in unix seconds by block number. */
  readonly times: ReadonlyMap<number, number>;
  readonly blocks: ReadBlocks;
  /** New blocks whose bloom filter indicates that they can contain a vault event, but for which the endpoint returned no event. */
  readonly doubted: readonly VaultBlock[];
  readonly canAskBlocks: boolean;
};

/** Maximum number of blocks per run that are read one by one because their bloom filter indicates an event that was not returned. */
const MOST_DOUBTED = 8;

/**
 * Reads the events of the blocks after the last read block or, after a fork, after the last common block. An endpoint may omit events of
 * the newest blocks. So new blocks are compared with their bloom filters, and the last of the earlier blocks are read again each time.
 * @param firstBlock where to start when nothing was read before, or when none of the known blocks exists any more
 * @param keep number of block hashes to store
 * @param again number of earlier blocks to read again
 * @throws RetryableError `chain-moved` when the chain changed during the read
 */
export async function readVaultChanges(
  reader: VaultEventReader,
  known: ReadBlocks,
  { firstBlock, keep, again }: { firstBlock: number; keep: number; again: number },
): Promise<VaultChanges> {
  const head = await reader.head();
  const common = (await newestKept(known, (number) => reader.block(number), head.number))?.number ?? null;
  const newest = known.at(-1)?.number ?? null;
  const isFork = common !== newest;
  const isBehind =
    newest !== null && head.number < newest && (known.findLast(({ number }) => number <= head.number)?.number ?? null) === common;
  const fromBlock = common === null ? firstBlock : common + 1;
  const kept = common === null ? [] : known.filter((block) => block.number <= common);
  if (head.number < fromBlock)
    return {
      head,
      fromBlock,
      toBlock: head.number,
      isFork,
      isBehind,
      events: [],
      times: new Map(),
      blocks: kept,
      doubted: [],
      canAskBlocks: reader.eventsOf !== undefined,
    };

  const readAgain = kept.filter(({ number }) => number >= fromBlock - again);
  const range = { first: readAgain[0]?.number ?? fromBlock, newFrom: fromBlock, headNumber: head.number };
  const { events: found, toBlock, last } = await readRange(reader, range);
  const missed = readAgain.filter((block) => countIn(block.number, found) > (block.events ?? 0));
  const events = found.filter(({ log }) => log.blockNumber >= fromBlock || missed.some(({ number }) => number === log.blockNumber));
  const fresh = new Map<number, VaultBlock>();
  const times = new Map<number, number>();
  // While newer blocks remain to be read, only the last hash is stored; afterwards all recent ones, as a fork may begin at any block.
  const firstKept = toBlock < head.number ? toBlock : Math.max(fromBlock, toBlock - keep + 1);
  const wanted = new Set([...numbersFrom(firstKept, toBlock), ...events.map((event) => event.log.blockNumber)]);
  for (const number of wanted) {
    const block = await reader.block(number);
    if (block === null) throw moved();
    times.set(number, block.timeSec);
    if (number >= firstKept) fresh.set(number, block);
    if (events.some(({ log }) => log.blockNumber === number && log.blockHash !== block.hash)) throw moved();
  }
  if (last === null || fresh.get(toBlock)?.hash !== last.hash) throw moved();
  events.push(...(await secondLook(reader, lackingIn([...fresh.values()], events), events)));
  events.sort((a, b) => a.log.blockNumber - b.log.blockNumber || a.log.logIndex - b.log.logIndex);
  const counted = [...fresh.values()].map(({ number, hash }) => ({ number, hash, events: countIn(number, events) }));
  const before = kept.map((block) => (missed.includes(block) ? { ...block, events: countIn(block.number, events) } : block));
  const blocks = [...before, ...counted].sort((a, b) => a.number - b.number).slice(-keep);
  const doubted = lackingIn([...fresh.values()], events);
  return { head, fromBlock, toBlock, isFork, isBehind, events, times, blocks, doubted, canAskBlocks: reader.eventsOf !== undefined };
}

/** Returns the blocks whose bloom filter indicates an event, although no event of the block was returned. */
function lackingIn(fresh: readonly VaultBlock[], events: readonly VaultEvent[]): readonly VaultBlock[] {
  return fresh.filter((block) => mayLackEvents(block, events));
}

async function secondLook(reader: VaultEventReader, blocks: readonly VaultBlock[], shown: readonly VaultEvent[]): Promise<VaultEvent[]> {
  if (reader.eventsOf === undefined || blocks.length > MOST_DOUBTED) return [];
  const found: VaultEvent[] = [];
  const known = new Set(shown.map(placeOf));
  for (const block of blocks) {
    for (const event of await reader.eventsOf(block)) {
      if (event.log.blockHash !== block.hash) throw moved();
      if (!known.has(placeOf(event))) found.push(event);
    }
  }
  return found;
}

function placeOf({ log }: VaultEvent): string {
  return `${log.blockHash}/${log.logIndex}`;
}

function countIn(blockNumber: number, events: readonly VaultEvent[]): number {
  return events.filter(({ log }) => log.blockNumber === blockNumber).length;
}

function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function moved(): RetryableError {
  return new RetryableError({
    code: 'chain-moved',
    message: 'The chain changed while the events of the vault were being read.',
    retryAfterMs: 1_000,
  });
}
