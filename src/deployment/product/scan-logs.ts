import type { AbiEvent } from 'viem';
import type { ChainEventLog, ChainReads } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';

type Scan = { readonly address: Address; readonly events: readonly AbiEvent[]; readonly fromBlock: number; readonly toBlock: number };

/**
 * Reads a contract's events in a range of blocks; both ends are included. Whenever the endpoint refuses the range as too large, the range
 * is halved.
 * @throws the errors of `ChainReads.getLogs` when the endpoint refuses a single block, or limits the rate
 */
export async function scanLogs(
  reads: Pick<ChainReads, 'getLogs'>,
  { address, events, fromBlock, toBlock }: Scan,
): Promise<readonly ChainEventLog[]> {
  const logs: ChainEventLog[] = [];
  let atOnce = Math.max(1, toBlock - fromBlock + 1);
  for (let first = fromBlock; first <= toBlock; ) {
    const last = Math.min(toBlock, first + atOnce - 1);
    try {
      logs.push(...(await reads.getLogs({ address, events, fromBlock: first, toBlock: last })));
    } catch (error) {
      if (!(error instanceof CoxswainError) || error.code === 'rpc-rate-limited' || last === first) throw error;
      atOnce = Math.max(1, Math.floor((last - first + 1) / 2));
      continue;
    }
    first = last + 1;
  }
  return logs;
}

/** Finds the first block at or after a time (Unix seconds) by a binary search. Returns the newest block when all blocks are older. */
export async function firstBlockSince(reads: Pick<ChainReads, 'getBlock'>, timeSec: number): Promise<number> {
  const { number: head } = await reads.getBlock('latest');
  let [low, high] = [0, head];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const block = await reads.getBlock(middle);
    // A node may have deleted old blocks. A missing block is therefore treated as older than the searched time.
    if (block === null || block.timestampSec < timeSec) low = middle + 1;
    else high = middle;
  }
  return low;
}
