import type { ChainAddress } from '../values/address.ts';

/** A record as its owner may see it, with the owner's wallet. */
export type OwnedRecord = { readonly wallet: ChainAddress; readonly record: object };

/**
 * Declares how the owner of a wallet is notified when one of the owner's records changes: over sockets, and by other subscribers of the
 * live feed. A module declares one for each of its kinds of records.
 */
export type WalletEvent = {
  /** The event's name in messages to clients, such as `trade`. */
  readonly name: string;
  /** The first part of the ids of these records' events in the live feed: an actor type, or a kind of its own. */
  readonly type: string;
  /** Reads a record by the remaining part of its id, in the schema of the HTTP API; null when the record no longer exists. */
  readonly read: (key: string) => Promise<OwnedRecord | null>;
};
