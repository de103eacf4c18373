import type { Address } from './address.ts';
import type { Hash } from './hash.ts';
import type { TxOutcome } from './tx-settled.ts';

/** The fields that every item of a batch has (a batch is one transaction for several trades or orders). */
export type BatchedItem = {
  /** Key of the item. Once an item with this key was accepted for a batch, no other item with the same key is ever accepted. */
  readonly itemKey: string;
  readonly vault: Address;
  readonly wallet: Address;
  /** Time (UTC ms) at which the item began to wait for a batch. Missing in records of older versions. */
  readonly addedAtMs?: number | undefined;
};

/**
 * A batch (one transaction for several orders or trades) whose items can no longer change. Its id also identifies the batch's transaction
 * at the transaction sender, so that it is sent only once.
 */
export type Batch<TItem> = { readonly id: string; readonly vault: Address; readonly items: readonly TItem[] };

/** The outcome of the batch's transaction, as the transaction sender reported it. */
export type BatchOutcome = {
  readonly outcome: TxOutcome;
  readonly txHash: Hash | null;
  readonly reason: string | null;
};
