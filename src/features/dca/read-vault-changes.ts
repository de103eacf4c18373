import { newestKept } from '../../market/deferred/checkpoints.ts';
import { readRange } from '../../market/deferred/read-range.ts';
import type { BlockRef, VaultBlock, VaultEvent, VaultEventReader } from '../../platform/chain/dca-vault/dca-vault.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';

/** `events` is how many were found in it; not known of blocks that an older version, or a run that ended early, has read. */
export type ReadBlock = { readonly number: number; readonly hash: string; readonly events?: number };
/** How far a chain's vault events were read: the newest blocks, oldest first, by which a fork is noticed and where it began. */
export type ReadBlocks = readonly ReadBlock[];

/** What one look at the chain brought, all from one endpoint. */
export type VaultChanges = {
  readonly head: BlockRef;
  /** The blocks that were read, both ends included; `toBlock` under `fromBlock` when there were none. */
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Whether blocks that had been read are no longer part of the chain. */
  readonly isFork: boolean;
  /**
   * Whether such a fork is only that the endpoint shows nothing as new as what had been read, and nothing else in its place: it lags, or
   * the chain did go back. Nobody can tell the two apart before something is mined.
   */
  readonly isBehind: boolean;
  /** In chain order: of these blocks, and of blocks before them in which more is found than when they were read. */
  readonly events: readonly VaultEvent[];
  /** Time of each block that has an event, unix seconds. */
  readonly times: ReadonlyMap<number, number>;
  readonly blocks: ReadBlocks;
  /** New blocks that may have events by their filter, and have shown none. */
  readonly doubted: readonly VaultBlock[];
  /** Whether the events of a single block can be asked for. */
  readonly canAskBlocks: boolean;
};

/** More blocks that may have events and show none are not asked for one by one at once: where blocks are full, their filters let everything through. */
const MOST_DOUBTED = 8;

/**
 * Reads the events that follow on what was read before; after a fork, those that follow on the last block that both have in common. That
 * there is no event is one endpoint's opinion, and near the head it may not have what it should: new blocks are held against their bloom
 * filters, and the last ones before them are read again each time.
 * @param firstBlock where to begin when nothing was read, or nothing of it is left
 * @param keep how many blocks' hashes to remember
 * @param again how many blocks that were read before are read again
 * @throws RetryableError `chain-moved` when the chain changed under the reading
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
  // Far behind the head one hash is enough; near it, each block may be where a fork begins.
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
  events.push(...(await secondLook(reader, withoutEvents([...fresh.values()], events))));
  events.sort((a, b) => a.log.blockNumber - b.log.blockNumber || a.log.logIndex - b.log.logIndex);
  const counted = [...fresh.values()].map(({ number, hash }) => ({ number, hash, events: countIn(number, events) }));
  const before = kept.map((block) => (missed.includes(block) ? { ...block, events: countIn(block.number, events) } : block));
  const blocks = [...before, ...counted].sort((a, b) => a.number - b.number).slice(-keep);
  const doubted = withoutEvents([...fresh.values()], events);
  return { head, fromBlock, toBlock, isFork, isBehind, events, times, blocks, doubted, canAskBlocks: reader.eventsOf !== undefined };
}

/** Those that may have events, and have shown none. */
function withoutEvents(fresh: readonly VaultBlock[], events: readonly VaultEvent[]): readonly VaultBlock[] {
  return fresh.filter(({ number, mayHaveEvents }) => mayHaveEvents === true && countIn(number, events) === 0);
}

/** What is found at a second look. */
async function secondLook(reader: VaultEventReader, blocks: readonly VaultBlock[]): Promise<VaultEvent[]> {
  if (reader.eventsOf === undefined || blocks.length > MOST_DOUBTED) return [];
  const found: VaultEvent[] = [];
  for (const block of blocks) {
    for (const event of await reader.eventsOf(block)) {
      if (event.log.blockHash !== block.hash) throw moved();
      found.push(event);
    }
  }
  return found;
}

function countIn(blockNumber: number, events: readonly VaultEvent[]): number {
  return events.filter(({ log }) => log.blockNumber === blockNumber).length;
}

function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function moved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while it was read.', retryAfterMs: 1_000 });
}
