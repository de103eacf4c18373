/** The properties in which batches of DCA orders and batches of agents' trades differ. */
export type BatchTraits<TItem> = {
  /** Id of the state machine, equal to the type of the batch actor. */
  readonly id: string;
  /**
   * Prefix of the batch ids. Batch ids are also request keys at the transaction sender, so the prefix must be different for each type of
   * batch.
   */
  readonly idPrefix: string;
  /** Maximum number of items in one batch; at most the vault's limit of 32. */
  readonly mostItems: number;
  /** Gas that the vault reserves for each item in addition to the item's own gas limit: the contract's `ITEM_RESERVE_GAS`. */
  readonly reserveGas: number;
  readonly gasLimitOf: (item: TItem) => number;
  /** Returns the calldata of an item's route, in hex. */
  readonly dataOf: (item: TItem) => string;
  /** Returns the value (such as the id of the agent or of the position) that no two items of the same batch may share. */
  readonly apartBy: (item: TItem) => string;
  /** Whether an item is an exit (a protective sell). Exits have priority when not all items fit into a batch. */
  readonly isExit: (item: TItem) => boolean;
  /**
   * Maximum number of batches of one gatherer that are in progress at the same time, including the batch that the gatherer itself submits.
   */
  readonly lanesOf: (key: string) => number;
  /**
   * How long an item can wait for a batch, in milliseconds, before the item is returned to its actor without being sent. This time is
   * shorter than the time for which the item's route is valid.
   */
  readonly mostWaitMs: number;
};

/**
 * Maximum number of batches of one kind and one gatherer that are in progress at the same time. Together with the batches of all other
 * kinds, they fit into the queue of the transaction sender, which has 64 places (`MAX_OPEN_REQUESTS`).
 */
export const MOST_LANES = 32;
