import { digits, flag, integer, membersOf, nullable, text } from '../../values/document-form.ts';
import type { JsonObject } from '../../values/json.ts';

/** The terms of a record. Addresses are lowercase; the amount is the whole budget. */
export type DcaTerms = {
  readonly wallet: string;
  readonly chainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  /** Null when the token contract does not state its decimals. Positions of older versions have 18 then. */
  readonly fromDecimals: number | null;
  readonly toDecimals: number | null;
  readonly amountBaseUnits: string;
  readonly frequency: number;
  /** The whole time window in seconds, not the interval between orders. */
  readonly durationSec: number;
};

/** The contents of a new record. */
export type NewDcaRecord = {
  readonly recordId: string;
  readonly terms: DcaTerms;
  readonly isAutoBuy: boolean;
  readonly timeFrame: string | null;
  /** True for a record that was created from the chain without a client's request. */
  readonly isAdopted: boolean;
};

/** The stored form of a new record. */
export const newDcaRecordForm = membersOf<NewDcaRecord>({
  ...{ recordId: text, isAutoBuy: flag, timeFrame: nullable(text), isAdopted: flag },
  terms: membersOf<DcaTerms>({
    ...{ wallet: text, chainId: integer, fromToken: text, toToken: text, fromDecimals: nullable(integer), toDecimals: nullable(integer) },
    ...{ amountBaseUnits: digits, frequency: integer, durationSec: integer },
  }),
});

export type DcaLink = { readonly vault: string; readonly positionId: number };

/**
 * The public record (interface document, "DCA position record") with the fields that clients merged into it. Its tokens are addresses until
 * `presentRecords` adds their details.
 */
export type DcaRecord = JsonObject & {
  readonly _id: string;
  readonly id: string;
  readonly fromToken: JsonObject[string];
  readonly toToken: JsonObject[string];
  readonly chainId: JsonObject[string];
  readonly status: JsonObject[string];
};

/** A record as its actor shows it, with the internal values of the actor. */
export type DcaReading = {
  readonly record: DcaRecord;
  /** Names of the record's members that clients have overwritten. */
  readonly merged?: readonly string[];
  readonly terms: DcaTerms;
};

export const DCA_STATUSES = ['pending', 'success', 'active', 'completed', 'cancelled', 'failed'] as const;
export type DcaStatus = (typeof DCA_STATUSES)[number];
