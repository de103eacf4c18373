import { digits, flag, integer, membersOf, nullable, text } from '../../values/document-form.ts';
import type { JsonObject } from '../../values/json.ts';

/** What a record asks for. Addresses are lowercase; the amount is the whole budget. */
export type DcaTerms = {
  readonly wallet: string;
  readonly chainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  /** Null where a token does not tell them. Positions of older versions have 18 then. */
  readonly fromDecimals: number | null;
  readonly toDecimals: number | null;
  readonly amountBaseUnits: string;
  readonly frequency: number;
  /** The whole window, not the gap between orders. */
  readonly durationSec: number;
};

/** Everything that a new record starts with. */
export type NewDcaRecord = {
  readonly recordId: string;
  readonly terms: DcaTerms;
  readonly isAutoBuy: boolean;
  readonly timeFrame: string | null;
  /** True for one that no client asked for: it was found on chain. */
  readonly isAdopted: boolean;
};

/** As it is kept in collections. */
export const newDcaRecordForm = membersOf<NewDcaRecord>({
  ...{ recordId: text, isAutoBuy: flag, timeFrame: nullable(text), isAdopted: flag },
  terms: membersOf<DcaTerms>({
    ...{ wallet: text, chainId: integer, fromToken: text, toToken: text, fromDecimals: nullable(integer), toDecimals: nullable(integer) },
    ...{ amountBaseUnits: digits, frequency: integer, durationSec: integer },
  }),
});

export type DcaLink = { readonly vault: string; readonly positionId: number };

/**
 * The public record (interface document, "DCA position record"), with what clients merged into it. Its tokens are addresses until
 * `presentRecords` populates them.
 */
export type DcaRecord = JsonObject & {
  readonly _id: string;
  readonly id: string;
  readonly fromToken: JsonObject[string];
  readonly toToken: JsonObject[string];
  readonly chainId: JsonObject[string];
  readonly status: JsonObject[string];
};

/** A record as its actor shows it, beside what the actor itself goes by. */
export type DcaReading = {
  readonly record: DcaRecord;
  /** Names of its members that clients merged. */
  readonly merged?: readonly string[];
  readonly terms: DcaTerms;
};

export const DCA_STATUSES = ['pending', 'success', 'active', 'completed', 'cancelled', 'failed'] as const;
export type DcaStatus = (typeof DCA_STATUSES)[number];
