import type { BlockRef, VaultEvent, VaultEventReader } from '../../platform/chain/dca-vault/dca-vault.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';

/** How far a chain's vault events were read: the newest blocks, oldest first, by which a fork is noticed and where it began. */
export type ReadBlocks = readonly { readonly number: number; readonly hash: string }[];

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
  readonly events: readonly VaultEvent[];
  /** Time of each block that has an event, unix seconds. */
  readonly times: ReadonlyMap<number, number>;
  readonly blocks: ReadBlocks;
};

/** Blocks in one request for logs: what public endpoints take. */
const BLOCKS_AT_ONCE = 2_000;

/**
 * Reads the events that follow on what was read before; after a fork, those that follow on the last block that both have in common.
 * @param firstBlock where to begin when nothing was read, or nothing of it is left
 * @param keep how many blocks' hashes to remember
 * @throws RetryableError `chain-moved` when the chain changed under the reading
 */
export async function readVaultChanges(
  reader: VaultEventReader,
  known: ReadBlocks,
  { firstBlock, keep }: { firstBlock: number; keep: number },
): Promise<VaultChanges> {
  const head = await reader.head();
  const common = await lastCommonBlock(reader, known, head);
  const newest = known.at(-1)?.number ?? null;
  const isFork = common !== newest;
  const isBehind =
    newest !== null && head.number < newest && (known.findLast(({ number }) => number <= head.number)?.number ?? null) === common;
  const fromBlock = common === null ? firstBlock : common + 1;
  const toBlock = Math.min(head.number, fromBlock + BLOCKS_AT_ONCE - 1);
  const kept = common === null ? [] : known.filter((block) => block.number <= common);
  if (toBlock < fromBlock) return { head, fromBlock, toBlock, isFork, isBehind, events: [], times: new Map(), blocks: kept };

  const end = await reader.block(toBlock);
  const events = await reader.events(fromBlock, toBlock);
  const fresh = new Map<number, { number: number; hash: string }>();
  const times = new Map<number, number>();
  // Far behind the head one hash is enough; near it, each block may be where a fork begins.
  const firstKept = toBlock < head.number ? toBlock : Math.max(fromBlock, toBlock - keep + 1);
  const wanted = new Set([...numbersFrom(firstKept, toBlock), ...events.map((event) => event.log.blockNumber)]);
  for (const number of wanted) {
    const block = await reader.block(number);
    if (block === null) throw moved();
    times.set(number, block.timeSec);
    if (number >= firstKept) fresh.set(number, { number, hash: block.hash });
    if (events.some(({ log }) => log.blockNumber === number && log.blockHash !== block.hash)) throw moved();
  }
  if (end === null || fresh.get(toBlock)?.hash !== end.hash) throw moved();
  const blocks = [...kept, ...fresh.values()].sort((a, b) => a.number - b.number).slice(-keep);
  return { head, fromBlock, toBlock, isFork, isBehind, events, times, blocks };
}

async function lastCommonBlock(reader: VaultEventReader, known: ReadBlocks, head: BlockRef): Promise<number | null> {
  for (const block of known.toReversed()) {
    if (block.number > head.number) continue;
    const now = await reader.block(block.number);
    if (now?.hash === block.hash) return block.number;
  }
  return null;
}

function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function moved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while it was read.', retryAfterMs: 1_000 });
}
