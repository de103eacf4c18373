import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';

/** The terms that a client requested. A record is matched to a position of the vault by them, and they never change. */
export type DcaTerms = {
  readonly wallet: Address;
  readonly chainId: number;
  readonly fromToken: Address;
  readonly toToken: Address;
  /** The token's decimals; null when the token contract does not report them. Records of older versions have 18 in that case. */
  readonly fromDecimals: number | null;
  readonly toDecimals: number | null;
  /** The total budget in base units of `fromToken`. */
  readonly amountBaseUnits: BaseUnits;
  /** Number of orders. */
  readonly frequency: number;
  /** The total time window in seconds, not the interval between orders. */
  readonly durationSec: number;
};

/** The contents of a new record. */
export type NewDcaRecord = {
  readonly recordId: string;
  readonly terms: DcaTerms;
  /** Whether the client requested automatic buying; the position in the vault has its own flag. */
  readonly isAutoBuy: boolean;
  readonly timeFrame: string | null;
  /** True while no client has requested this record, because it was created from an event of the vault. */
  readonly isAdopted: boolean;
};

/** Identifies the on-chain position. `positionId` is unique for a chain, vault and wallet. */
export type DcaLink = { readonly vault: Address; readonly positionId: number };
