import { RANGE_REFUSED } from '../../values/errors/range-refused.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';

/** Maximum number of blocks whose events are requested in one request, for readers that state no limit of their own. */
const BLOCKS_AT_ONCE = 2_000;

type CountingReader = { blocksAtOnce?(): number };
type RangeReader<Block, Event> = CountingReader & {
  block(number: number): Promise<Block | null>;
  events(fromBlock: number, toBlock: number): Promise<readonly Event[]>;
};

/** Returns the maximum number of blocks whose events a reader accepts to read in one request. */
export function blocksAtOnce(reader: CountingReader): number {
  return reader.blocksAtOnce?.() ?? BLOCKS_AT_ONCE;
}

/**
 * Reads the events of as many new blocks as the reader accepts in one request, and of some blocks before them. The last block is read
 * before the events, so that the caller can detect a reorg in between by reading and comparing this block again.
 * @param first first block to read again
 * @param newFrom first new block
 */
export async function readRange<Block, Event>(
  reader: RangeReader<Block, Event>,
  { first, newFrom, headNumber }: { readonly first: number; readonly newFrom: number; readonly headNumber: number },
): Promise<{ readonly toBlock: number; readonly last: Block | null; readonly events: readonly Event[] }> {
  for (;;) {
    const toBlock = Math.min(headNumber, newFrom + blocksAtOnce(reader) - 1);
    const last = await reader.block(toBlock);
    try {
      return { toBlock, last, events: await reader.events(first, toBlock) };
    } catch (error) {
      // The reader lowers its limit of blocks per request whenever the RPC endpoint refuses a range. So the events are requested again for
      // the smaller range.
      if (!(error instanceof RetryableError) || error.code !== RANGE_REFUSED) throw error;
    }
  }
}
