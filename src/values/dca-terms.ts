import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';

/**
 * What a client requested for a position. These terms never change, so a stored record is matched with a position in the vault by comparing
 * them.
 */
export type DcaTerms = {
  readonly wallet: Address;
  readonly chainId: number;
  readonly fromToken: Address;
  readonly toToken: Address;
  /** Decimals of the token to be spent; null when the token's contract does not report them. Older versions stored 18 instead of null. */
  readonly fromDecimals: number | null;
  readonly toDecimals: number | null;
  /** The position's total budget in base units of `fromToken`. */
  readonly amountBaseUnits: BaseUnits;
  /** Number of orders into which the position's budget is divided. */
  readonly frequency: number;
  /** The total time window of the position in seconds, not the interval between two orders. */
  readonly durationSec: number;
};

/** The data of a DCA record that is to be created. */
export type NewDcaRecord = {
  readonly recordId: string;
  readonly terms: DcaTerms;
  /** Whether the client requested automatic buying for the record. The vault stores a separate flag for the position. */
  readonly isAutoBuy: boolean;
  readonly timeFrame: string | null;
  /** True when the service created the record from an event of the vault, and no client has sent a request for the position yet. */
  readonly isAdopted: boolean;
};

/** Identifies the on-chain position. `positionId` is unique for a chain, vault and wallet. */
export type DcaLink = { readonly vault: Address; readonly positionId: number };
