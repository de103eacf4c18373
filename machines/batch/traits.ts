/** The differences between batches of orders and batches of agents' trades. */
export type BatchTraits<TItem> = {
  /** The machine's id, equal to the actor's type. */
  readonly id: string;
  /** Prefix of the batch ids. These are request keys at the transaction sender, so the prefix must differ between types. */
  readonly idPrefix: string;
  /** Maximum number of items in one batch; below the vault's limit of 32. */
  readonly mostItems: number;
  /** Gas that the vault reserves in addition to an item's own gas limit: its `ITEM_RESERVE_GAS`. */
  readonly reserveGas: number;
  readonly gasLimitOf: (item: TItem) => number;
  /** Calldata of the item's route, in hex. */
  readonly dataOf: (item: TItem) => string;
  /** Two items with the same value are never in the same batch. */
  readonly apartBy: (item: TItem) => string;
  /** Whether the item is an exit, which has priority when not all items fit. */
  readonly isExit: (item: TItem) => boolean;
  /** Maximum number of a gatherer's batches in progress at once, including its own. */
  readonly lanesOf: (key: string) => number;
  /** How long an item may wait before it is returned, in milliseconds: shorter than the lifetime of its route. */
  readonly mostWaitMs: number;
};

/**
 * Maximum number of batches in progress at once of one kind and key. Together with those of the other kinds they fit into the sender's
 * queue (64), of which 16 may be pending (`MAX_IN_FLIGHT`).
 */
export const MOST_LANES = 32;
