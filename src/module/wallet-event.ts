import type { ChainAddress } from '../values/address.ts';

/** A record in the form in which its owner can see it, together with the owner's wallet. */
export type OwnedRecord = { readonly wallet: ChainAddress; readonly record: object };

/**
 * Declares how the owner of a wallet is notified when one of the owner's records changes: over sockets, and by other subscribers of the
 * live feed. A module declares one for each of its kinds of records.
 */
export type WalletEvent = {
  /** The event's name in messages to clients, such as `trade`. */
  readonly name: string;
  /**
   * First part of the ids that the events of these records have in the live feed. For actors it is the actor type; other records have a
   * name of their own.
   */
  readonly type: string;
  /** Reads a record by the remaining part of its id, in the schema of the HTTP API; null when the record no longer exists. */
  readonly read: (key: string) => Promise<OwnedRecord | null>;
};
