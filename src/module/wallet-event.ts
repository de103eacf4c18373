import type { ChainAddress } from '../values/address.ts';

/** A record as its owner may see it, and whose it is. */
export type OwnedRecord = { readonly wallet: ChainAddress; readonly record: object };

/**
 * What the owner of a wallet is told when one of its records changes: over sockets, and by whatever else follows the live feed for owners.
 * A module gives one for each of its kinds of records.
 */
export type WalletEvent = {
  /** The name of the event for clients, such as `trade`. */
  readonly name: string;
  /** The first part of the ids of such records in the live feed: an actor type, or a kind of its own. */
  readonly type: string;
  /** Reads a record by the rest of its id, in the form of the HTTP reads; null when it is gone. */
  readonly read: (key: string) => Promise<OwnedRecord | null>;
};
