/** What differs between batches of orders and batches of agents' trades. */
export type BatchTraits<TItem> = {
  /** The machine's id, equal to the actor's type. */
  readonly id: string;
  /** Beginning of the batches' ids, which are request keys at the transaction sender and must differ between types. */
  readonly idPrefix: string;
  /** Maximum number of items in one batch: below the vault's limit of 32. */
  readonly mostItems: number;
  /** Gas that the vault reserves in addition to an item's own limit: its `ITEM_RESERVE_GAS`. */
  readonly reserveGas: number;
  readonly gasLimitOf: (item: TItem) => number;
  /** Calldata of its route, in hex. */
  readonly dataOf: (item: TItem) => string;
  /** Two items for which this is the same never share a batch. */
  readonly apartBy: (item: TItem) => string;
  /** Whether the item is an exit, which goes before others when not all fit. */
  readonly isExit: (item: TItem) => boolean;
  /** Maximum number of batches of a gatherer that are out at once, its own included. */
  readonly lanesOf: (key: string) => number;
  /** How long an item may wait before it is given back, ms: shorter than the lifetime of its route. */
  readonly mostWaitMs: number;
};

/**
 * Maximum number of batches of one kind and key that are out at once. With those of the other kinds they fit into the sender's queue (64), of which 16 wait
 * for a block (`MAX_IN_FLIGHT`).
 */
export const MOST_LANES = 32;
