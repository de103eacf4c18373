import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';

/**
 * The terms of a position as the client requested them. A record is matched with a position in the vault by its terms, which never change.
 */
export type DcaTerms = {
  readonly wallet: Address;
  readonly chainId: number;
  readonly fromToken: Address;
  readonly toToken: Address;
  /** Decimals of the token to be spent; null when its contract does not report them. In that case, records of older versions contain 18. */
  readonly fromDecimals: number | null;
  readonly toDecimals: number | null;
  /** The total budget in base units of `fromToken`. */
  readonly amountBaseUnits: BaseUnits;
  /** Number of orders into which the budget is divided. */
  readonly frequency: number;
  /** The total time window in seconds, not the interval between orders. */
  readonly durationSec: number;
};

/** The data of a DCA record that is to be created. */
export type NewDcaRecord = {
  readonly recordId: string;
  readonly terms: DcaTerms;
  /** Whether the client requested automatic buying for the record. The vault stores a separate flag for the position. */
  readonly isAutoBuy: boolean;
  readonly timeFrame: string | null;
  /** True when the record was created from an event of the vault and no client has requested it yet. */
  readonly isAdopted: boolean;
};

/** Identifies the on-chain position. `positionId` is unique for a chain, vault and wallet. */
export type DcaLink = { readonly vault: Address; readonly positionId: number };
