import type { Batch, BatchOutcome } from '../../src/values/batch.ts';
import type { TxSettled } from '../../src/values/tx-settled.ts';

type Timed<T> = T & { readonly at: number };

export type BatchEvent<TItem> =
  | Timed<{ readonly type: 'ADD_ITEM'; readonly item: TItem }>
  /** The same for several, in their order. Those for which there is no room are left out. */
  | Timed<{ readonly type: 'ADD_ITEMS'; readonly items: readonly TItem[] }>
  /** Takes an item back while it waits. One that is not there yet is not accepted later; one in a sealed batch stays in it. */
  | Timed<{ readonly type: 'WITHDRAW_ITEM'; readonly itemKey: string }>
  /** The time to gather items for the batch with this number is over. */
  | Timed<{ readonly type: 'SEAL'; readonly batchNo: number }>
  /** A gatherer hands a sealed batch over to this lane. Its batches have rising numbers. */
  | Timed<{ readonly type: 'TAKE_BATCH'; readonly batchNo: number; readonly batch: Batch<TItem> }>
  /** A lane has finished the batch. */
  | Timed<{ readonly type: 'LANE_FREE'; readonly lane: number; readonly batchId: string }>
  | Timed<TxSettled>
  /** The batch was not handed to the sender: the chain has no executor or no vault. */
  | Timed<{ readonly type: 'SUBMIT_REFUSED'; readonly batchId: string; readonly reason: string }>
  /** `untold`: keys of items whose actors could not be told now. */
  | Timed<{ readonly type: 'OUTCOME_RECORDED'; readonly batchId: string; readonly untold?: readonly string[] | undefined }>
  /** A reorg removed the settled transaction; the batch is submitted again under the same key. */
  | Timed<{ readonly type: 'RECEIPT_GONE'; readonly batchId: string }>;

export type SubmitBatchParams<TItem> = {
  readonly chainId: number;
  readonly batch: Batch<TItem>;
  /** Key of the actor that gathered it: whom it counts for at the sender. Missing in effects that an older version requested. */
  readonly gatherer?: string;
  readonly isExit?: boolean;
};
export type RecordOutcomeParams<TItem> = { readonly chainId: number; readonly batch: Batch<TItem>; readonly outcome: BatchOutcome };
export type HandOverParams<TItem> = { readonly laneKey: string; readonly batchNo: number; readonly batch: Batch<TItem> };
export type FreeLaneParams = { readonly gatherer: string; readonly lane: number; readonly batchId: string };
