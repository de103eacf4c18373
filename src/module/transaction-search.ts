import type { TransactionHash } from '../values/hash.ts';

/** Finds a module's actors for an operator who searches by the hash of a transaction. */
export type TransactionSearch = {
  /** The type of the actors. */
  readonly type: string;
  /**
   * Returns the keys of the actors that a transaction was for, such as the positions that it filled: of at most `most` actors, each once.
   * The keys come from an index of the stored records, so an actor may have been deleted since.
   */
  readonly keysOf: (hash: TransactionHash, most: number) => Promise<readonly string[]>;
};
