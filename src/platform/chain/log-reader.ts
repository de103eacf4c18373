import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RANGE_REFUSED } from '../../values/errors/range-refused.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ChainEventLog, ChainReads } from './chain.ts';

/** Reads one contract's logs in chunks of blocks. The chunk size is learned for each endpoint. */
export type LogReader = {
  /** The current maximum number of blocks that can be read from this endpoint in one `read`. */
  blocksAtOnce(reads: ChainReads): number;
  /**
   * Reads logs in chain order; both ends of the range are included.
   * @throws RetryableError `log-range-refused` when the range is too long because the endpoint accepts far fewer blocks per request than
   * expected
   */
  read(reads: ChainReads, fromBlock: number, toBlock: number): Promise<readonly ChainEventLog[]>;
  /**
   * Reads the logs of one block, selected by its hash. If the endpoint does not have that block, the read fails instead of returning an
   * empty list.
   */
  ofBlock(reads: ChainReads, block: { readonly number: number; readonly hash: `0x${string}` }): Promise<readonly ChainEventLog[]>;
};

/** Maximum number of blocks per request, a number that public endpoints accept. */
const MOST_BLOCKS = 2_000;
/**
 * Maximum number of requests with which one range is read. A longer range is read by several calls, between which the caller saves its
 * progress.
 */
const MOST_REQUESTS = 20;
/**
 * Number of requests of the full chunk size that must succeed before the chunk size is doubled. After each refused request, the required
 * number is doubled.
 */
const GROW_AFTER = 50;
const GROW_AFTER_AT_MOST = 3_200;

type Window = { blocks: number; answered: number; growAfter: number; isTrying: boolean };

export function createLogReader(address: Address): LogReader {
  /** The number of blocks per request that was learned for each endpoint. */
  const windows = new WeakMap<ChainReads, Window>();

  function windowOf(reads: ChainReads): Window {
    const window = windows.get(reads) ?? { blocks: MOST_BLOCKS, answered: 0, growAfter: GROW_AFTER, isTrying: false };
    windows.set(reads, window);
    return window;
  }

  const blocksAtOnce = (reads: ChainReads): number => Math.min(MOST_BLOCKS, windowOf(reads).blocks * MOST_REQUESTS);

  return {
    blocksAtOnce,

    async read(reads, fromBlock, toBlock) {
      const window = windowOf(reads);
      const logs: ChainEventLog[] = [];
      for (let first = fromBlock; first <= toBlock; ) {
        const last = Math.min(toBlock, first + window.blocks - 1);
        const blocks = last - first + 1;
        try {
          logs.push(...(await reads.getLogs({ address, fromBlock: first, toBlock: last })));
        } catch (error) {
          await shrinkOrThrow(reads, window, blocks, error);
          if (Math.ceil((toBlock - first + 1) / window.blocks) <= MOST_REQUESTS) continue;
          const message = `An endpoint of chain ${reads.chainId} does not accept ${blocks} blocks in one request for logs.`;
          throw new RetryableError({ code: RANGE_REFUSED, message, retryAfterMs: 1_000, cause: error });
        }
        grow(window, blocks);
        first = last + 1;
      }
      return logs;
    },

    async ofBlock(reads, { number, hash }) {
      try {
        return await reads.getLogs({ address, blockHash: hash, fromBlock: number, toBlock: number });
      } catch (error) {
        // A TerminalError means that the endpoint refused the request for the logs of one block. Some endpoints refuse it because they
        // cannot select logs by block hash.
        if (!(error instanceof TerminalError)) throw error;
        return await reads.getLogs({ address, fromBlock: number, toBlock: number });
      }
    },
  };
}

function grow(window: Window, blocks: number): void {
  if (blocks < window.blocks || window.blocks >= MOST_BLOCKS) return;
  window.answered += 1;
  window.isTrying = false;
  if (window.answered < window.growAfter) return;
  window.blocks = Math.min(MOST_BLOCKS, window.blocks * 2);
  window.answered = 0;
  window.isTrying = true;
}

/**
 * After a refused or failed request for logs: halves the chunk size if the endpoint is able to answer another request; otherwise throws the
 * error. The text of the error is not used, because endpoints refuse ranges that are too long with many different messages, or do not
 * answer at all.
 */
async function shrinkOrThrow(reads: ChainReads, window: Window, blocks: number, error: unknown): Promise<void> {
  if (!(error instanceof CoxswainError)) throw error;
  const isRefusal = error.kind === 'terminal';
  if (blocks === 1) {
    if (!isRefusal) throw error;
    const message = `An endpoint of chain ${reads.chainId} does not return the logs of one block: ${error.message}`;
    // The error is retryable, because another endpoint may be able to return the logs.
    throw new RetryableError({ code: 'rpc-unavailable', message, retryAfterMs: 1_000, cause: error });
  }
  if (!isRefusal && !(await answers(reads))) throw error;
  window.growAfter = window.isTrying ? Math.min(GROW_AFTER_AT_MOST, window.growAfter * 2) : window.growAfter;
  window.isTrying = false;
  window.answered = 0;
  window.blocks = Math.max(1, Math.floor(blocks / 2));
  // If the cause is a rate limit, no further request is made, because it would make the situation worse.
  if (error.code === 'rpc-rate-limited') throw error;
}

async function answers(reads: ChainReads): Promise<boolean> {
  try {
    await reads.getBlockNumber();
    return true;
  } catch (error) {
    if (error instanceof CoxswainError) return false;
    throw error;
  }
}
