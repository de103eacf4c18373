import type { DcaTerms, NewDcaRecord } from '../../values/dca-terms.ts';
import { digits, flag, integer, membersOf, nullable, text } from '../../values/document-form.ts';
import type { PositionGuard } from '../../values/owner-bounds.ts';
import type { PublicDcaRecord } from './routes/dca-schemas.ts';

/** The stored form of a new DCA record. */
export const newDcaRecordForm = membersOf<NewDcaRecord>({
  ...{ recordId: text, isAutoBuy: flag, timeFrame: nullable(text), isAdopted: flag },
  terms: membersOf<DcaTerms>({
    ...{ wallet: text, chainId: integer, fromToken: text, toToken: text, fromDecimals: nullable(integer), toDecimals: nullable(integer) },
    ...{ amountBaseUnits: digits, frequency: integer, durationSec: integer },
  }),
});

/**
 * The public record of a DCA position (API specification, "DCA position record"). It can have additional fields that clients merged into
 * it. Its tokens are addresses until `presentRecords` adds their details.
 */
export type DcaRecord = Omit<PublicDcaRecord, 'fromToken' | 'toToken' | 'lastSkip'> & {
  readonly fromToken: string;
  readonly toToken: string;
  readonly lastSkip: DcaRecordSkip | null;
  /** The settings of the position's owner in the vault. Null before the position is on chain, and for a vault without such settings. */
  readonly guard: PositionGuard | null;
};

/**
 * Why an order was not sent, and when it is tried again. `isParked`: the order was skipped so often that the pauses between attempts are
 * now long.
 */
export type DcaRecordSkip = NonNullable<PublicDcaRecord['lastSkip']> & { readonly isParked: boolean };

/** The state that the actor of a DCA record returns: the public record, and internal values. */
export type DcaReading = {
  readonly record: DcaRecord;
  /** Names of the record's own fields whose values clients have overwritten. */
  readonly merged?: readonly string[];
  readonly terms: DcaTerms;
};
