import type { BatchItem, BatchOutcome, SealedBatch } from '../../src/values/dca-batch.ts';

export type DcaBatchContext = {
  /** The actor's key, and the prefix of its batch ids. */
  readonly key: string;
  readonly chainId: number;
  readonly gathering: readonly BatchItem[];
  readonly sealed: SealedBatch | null;
  readonly outcome: BatchOutcome | null;
  /** Number of batches sealed so far. */
  readonly batchNo: number;
  /** Keys of items whose batch is finished, newest last: a late repeat of such an item is ignored. */
  readonly settledKeys: readonly string[];
};

export type DcaBatchInput = { readonly key: string; readonly chainId: number };
