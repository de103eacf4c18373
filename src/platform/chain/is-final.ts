import type { ChainReads, ChainReceipt } from './chain.ts';

/**
 * Whether a receipt is deep enough to be relied on: `depth` blocks on top of its own (0: as soon as it is mined), and its block is
 * still the one the chain has at that height. Some nodes keep serving a receipt of a block that a reorg took back.
 */
export async function isFinal(receipt: ChainReceipt, depth: number, reads: ChainReads): Promise<boolean> {
  const head = await reads.getBlockNumber();
  if (head - receipt.blockNumber < depth) return false;
  return isCanonical(receipt, reads);
}

/** Whether the chain still has the receipt's block. */
export async function isCanonical(receipt: Pick<ChainReceipt, 'blockNumber' | 'blockHash'>, reads: ChainReads): Promise<boolean> {
  const block = await reads.getBlock(receipt.blockNumber);
  return block?.hash === receipt.blockHash;
}
