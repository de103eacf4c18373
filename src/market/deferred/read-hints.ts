import type { ChainEventLog } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import { type Checkpoints, newestKept, withCheckpoint } from './checkpoints.ts';
import { type FilteredBlock, mayLackEvents } from './doubted-blocks.ts';
import { readRange } from './read-range.ts';

/**
 * Number of blocks before the newest one that each run reads again, because an RPC endpoint may have omitted their events the first time.
 */
const BLOCKS_AGAIN = 64;
/** Maximum number of blocks whose bloom filters are checked in one run; these are the newest blocks. */
const MOST_FILTERED = 64;

/**
 * How far the events of a contract have been read on a chain: the newest block whose events were read. There is one document for each
 * chain.
 */
export type HintsCursor = {
  readonly vault: Address;
  readonly number: number;
  readonly hash: Hash;
  /** The block after which events of the contract were first read; missing in cursors that an older version stored. */
  readonly begunAt?: number;
  /** Known earlier blocks with their hashes, by which a fork is found; missing in cursors that an older version stored. */
  readonly older?: Checkpoints;
  /**
   * Time (UTC ms) since which the RPC endpoint has shown a chain that ends before the cursor's block but contains the same earlier blocks.
   */
  readonly behindSinceMs?: number;
};

export type BlockRef = { readonly number: number; readonly hash: Hash };
type Hint = { readonly log: ChainEventLog };

type HintReader<Event extends Hint, Block extends FilteredBlock> = {
  block(number: number | 'latest'): Promise<Block | null>;
  blocksAtOnce?(): number;
  events(fromBlock: number, toBlock: number): Promise<readonly Event[]>;
};

/**
 * The newly found events of a contract. They are passed to the function `readStates`, which reads the current states of the records that
 * the events concern.
 */
export type NewHints<Event> = {
  /** The events that no earlier run has processed, in chain order. */
  readonly fresh: readonly Event[];
  readonly newFrom: number;
  /**
   * True when the chain still contains the blocks that were read before. When false, there was a fork, and `newFrom` is the first block
   * that may have changed.
   */
  readonly isSame: boolean;
  /** Whether the events of all blocks up to the newest one were read. */
  readonly isAllRead: boolean;
};

export type Hints<Event, Block, States> = {
  /** The result of `readStates`; null when `readStates` was not called, because there was nothing new to read. */
  readonly states: States | null;
  readonly events: readonly Event[];
  readonly last: BlockRef;
  readonly headNumber: number;
  readonly older: Checkpoints;
  /**
   * Keys of all events in the block range that was read, by which the next run recognizes events that were already processed. Null when no
   * range was read.
   */
  readonly keys: readonly string[] | null;
  /** New blocks whose bloom filter indicates an event that the RPC endpoint did not return. */
  readonly doubted: readonly Block[];
  readonly forkedFrom: number | null;
  /**
   * True when the RPC endpoint's chain ends before the cursor's block but contains the same earlier blocks, so the endpoint may only be
   * lagging.
   */
  readonly isBehind: boolean;
};

/**
 * Reads the events of a contract that come after a cursor (the last block that was read). An event is only a hint that the state of a
 * record has changed. The states are therefore read afterwards, from the same RPC endpoint, because another endpoint may lag and return an
 * old state. Without a cursor, the function reads no events and only returns the block from which later calls start.
 * @param seen events that were already processed, by `hintKeyOf`
 * @param readStates reads the states, before the last block is compared once more
 * @throws RetryableError `chain-moved` when the chain changed in the meantime
 */
export async function readHints<Event extends Hint, Block extends FilteredBlock, States>(
  reader: HintReader<Event, Block>,
  known: HintsCursor | null,
  seen: ReadonlySet<string>,
  readStates: (hints: NewHints<Event>) => Promise<States>,
): Promise<Hints<Event, Block, States>> {
  const head = await reader.block('latest');
  if (head === null) throw chainMoved();
  const nothing = { states: null, events: [], last: head, headNumber: head.number, keys: null, doubted: [], forkedFrom: null };
  if (known === null) return { ...nothing, older: [], isBehind: false };
  const older = withCheckpoint(known.older ?? [], known);
  const isBehind = known.number > head.number && (await isSameUpTo(reader, older, head.number));
  const isSame = known.number <= head.number && (await reader.block(known.number))?.hash === known.hash;
  const newFrom = isSame ? known.number + 1 : await afterFork(reader, known, head.number);
  if (head.number < newFrom) return { ...nothing, older, isBehind };
  const { toBlock, last, events } = await readRange(reader, {
    first: Math.min(newFrom, Math.max(0, newFrom - BLOCKS_AGAIN, (known.begunAt ?? -1) + 1)),
    newFrom,
    headNumber: head.number,
  });
  const fresh = events.filter((event) => event.log.blockNumber >= newFrom || !seen.has(hintKeyOf(event)));
  const states = await readStates({ fresh, newFrom, isSame, isAllRead: toBlock === head.number });
  const doubted: Block[] = [];
  for (let number = Math.max(newFrom, toBlock - MOST_FILTERED + 1); number <= toBlock; number += 1) {
    const block = await reader.block(number);
    // The last block of the range is read again. If its hash differs from the first reading, the chain has changed since the events were
    // read.
    if (block === null || (number === toBlock && block.hash !== last?.hash)) throw chainMoved();
    if (mayLackEvents(block, events)) doubted.push(block);
  }
  if (last === null) throw chainMoved();
  return {
    ...{ states, events, last, headNumber: head.number, keys: events.map(hintKeyOf), doubted, isBehind },
    forkedFrom: isSame ? null : newFrom,
    older: older.filter(({ number }) => number < newFrom),
  };
}

export function hintKeyOf({ log }: Hint): string {
  return `${log.blockHash}/${log.logIndex}`;
}

type BlockReader = Pick<HintReader<Hint, FilteredBlock>, 'block'>;

/**
 * Whether a chain that ends before the cursor's block contains the same blocks up to its end. Only the newest checkpoint (known block)
 * within the chain's length is compared.
 */
async function isSameUpTo(reader: BlockReader, older: Checkpoints, headNumber: number): Promise<boolean> {
  const reached = older.findLast(({ number }) => number <= headNumber);
  return reached === undefined || (await reader.block(reached.number))?.hash === reached.hash;
}

/**
 * Returns the first block that may have changed after a reorg. It is the block after the newest known block that the chain still contains,
 * but not later than the chain's newest block.
 */
async function afterFork(reader: BlockReader, known: HintsCursor, headNumber: number): Promise<number> {
  const common = await newestKept(known.older ?? [], (number) => reader.block(number), headNumber);
  if (common !== null) return Math.min(common.number + 1, headNumber);
  const isRemembered = (known.older ?? []).length > 0 && known.begunAt !== undefined;
  const first = isRemembered ? known.begunAt + 1 : known.number - BLOCKS_AGAIN + 1;
  return Math.max(0, Math.min(first, headNumber - BLOCKS_AGAIN + 1));
}

function chainMoved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while its events were read.', retryAfterMs: 1_000 });
}
