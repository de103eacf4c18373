import { RANGE_REFUSED } from '../../values/errors/range-refused.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';

/** Blocks at once from a reader that does not say. */
const BLOCKS_AT_ONCE = 2_000;

type CountingReader = { blocksAtOnce?(): number };
type RangeReader<Block, Event> = CountingReader & {
  block(number: number): Promise<Block | null>;
  events(fromBlock: number, toBlock: number): Promise<readonly Event[]>;
};

/** How many blocks a reader takes in one question. */
export function blocksAtOnce(reader: CountingReader): number {
  return reader.blocksAtOnce?.() ?? BLOCKS_AT_ONCE;
}

/**
 * The events of as many new blocks as the reader takes at once, and of some before them. The last block is read before the events are, so that
 * a chain that moves meanwhile is noticed.
 * @param first from where it is read again @param newFrom from where it is new
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
      // It knows by now how many the endpoint takes, which is fewer each time.
      if (!(error instanceof RetryableError) || error.code !== RANGE_REFUSED) throw error;
    }
  }
}
