import type { Batch, BatchOutcome } from '../../src/values/batch.ts';
import type { TxSettled } from '../../src/values/tx-settled.ts';

type Timed<T> = T & { readonly at: number };

export type BatchEvent<TItem> =
  /**
   * `isWhole`: true when the process that adds the item has already waited for other items, so that the batch need not wait for more items.
   */
  | Timed<{ readonly type: 'ADD_ITEM'; readonly item: TItem; readonly isWhole?: boolean | undefined }>
  /**
   * Adds several items, in the order of `items`, to the items that wait for a batch. Items that exceed the limit of waiting items are left
   * out.
   */
  | Timed<{ readonly type: 'ADD_ITEMS'; readonly items: readonly TItem[]; readonly isWhole?: boolean | undefined }>
  /**
   * Withdraws an item that waits for a batch. If the item has not arrived yet, the item is not accepted later. If the item is already in a
   * sealed batch, it stays in that batch.
   */
  | Timed<{ readonly type: 'WITHDRAW_ITEM'; readonly itemKey: string }>
  /** The gather window (the time in which items are collected) of the batch with this number has ended. */
  | Timed<{ readonly type: 'SEAL'; readonly batchNo: number }>
  /**
   * A gatherer (an actor that collects items) hands a sealed batch over to this lane (an actor that only submits batches). Each batch has a
   * higher number than the batch before it, so a repeated event is recognized.
   */
  | Timed<{ readonly type: 'TAKE_BATCH'; readonly batchNo: number; readonly batch: Batch<TItem> }>
  /**
   * Sent to a gatherer by one of its lanes (actors that submit its batches): the lane has finished processing the batch with the id
   * `batchId`.
   */
  | Timed<{ readonly type: 'LANE_FREE'; readonly lane: number; readonly batchId: string }>
  | Timed<TxSettled>
  /** The batch was not sent to the transaction sender, for example because this node has no key for the chain or the chain has no vault. */
  | Timed<{ readonly type: 'SUBMIT_REFUSED'; readonly batchId: string; readonly reason: string }>
  /** The outcome of a batch was recorded. `untold`: keys of the items whose actors could not receive the outcome now. */
  | Timed<{ readonly type: 'OUTCOME_RECORDED'; readonly batchId: string; readonly untold?: readonly string[] | undefined }>
  /**
   * A reorg removed the batch's transaction after the result of the transaction was recorded. The batch is submitted again under the same
   * request key.
   */
  | Timed<{ readonly type: 'RECEIPT_GONE'; readonly batchId: string }>;

export type SubmitBatchParams<TItem> = {
  readonly chainId: number;
  readonly batch: Batch<TItem>;
  /**
   * Key of the actor that gathered the batch. The transaction sender serves requests of different owners in turn, and this key counts as
   * the batch's owner. Missing in effect requests stored by an older version.
   */
  readonly gatherer?: string;
  readonly isExit?: boolean;
};
export type RecordOutcomeParams<TItem> = { readonly chainId: number; readonly batch: Batch<TItem>; readonly outcome: BatchOutcome };
export type HandOverParams<TItem> = { readonly laneKey: string; readonly batchNo: number; readonly batch: Batch<TItem> };
export type FreeLaneParams = { readonly gatherer: string; readonly lane: number; readonly batchId: string };
