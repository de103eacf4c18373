import type { Address } from './address.ts';
import type { Hash } from './hash.ts';
import type { TxOutcome } from './tx-settled.ts';

/** The fields of every item that waits for a batch. */
export type BatchedItem = {
  /** The item's key, unique forever: a key that was accepted once is never accepted again. */
  readonly itemKey: string;
  readonly vault: Address;
  readonly wallet: Address;
  /** Time at which the item was added to the batch's waiting items, UTC ms. Missing in records of older versions. */
  readonly addedAtMs?: number | undefined;
};

/** A batch whose items can no longer change. Its id is also its request key at the transaction sender. */
export type Batch<TItem> = { readonly id: string; readonly vault: Address; readonly items: readonly TItem[] };

/** The outcome of the batch's transaction, as the transaction sender reported it. */
export type BatchOutcome = {
  readonly outcome: TxOutcome;
  readonly txHash: Hash | null;
  readonly reason: string | null;
};
