import type { BaseUnits } from '../../values/base-units.ts';
import type { TransactionHash } from '../../values/hash.ts';
import { UNVERIFIED_ENDS } from '../../values/trade-ends.ts';
import type { TradeObservation, TradeStatusWord, TradeTerms } from '../../values/trade-terms.ts';

/** The current state of a trade record, as the trade's actor returns it. */
export type TradeReading = {
  readonly terms: TradeTerms;
  readonly requestDigest: string;
  /** The hash of the trade's transaction; null while it is unknown. */
  readonly hash: TransactionHash | null;
  readonly hashIsFixed: boolean;
  readonly status: TradeStatusWord;
  readonly substatus: string | null;
  readonly reason: string | null;
  readonly amountOutActual: BaseUnits | null;
  readonly destinationHash: TransactionHash | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly lastLookAtMs: number | null;
  readonly settledAtMs: number | null;
  /** A client's statement about the outcome of the trade. It has no effect on the status. */
  readonly claim: { readonly status: TradeStatusWord | null; readonly destinationHash: string | null; readonly atMs: number } | null;
};

/** Whether the outcome of a trade was verified on a chain; null while the trade has not ended. */
export function isVerified({ status, reason }: Pick<TradeReading, 'status' | 'reason'>): boolean | null {
  return status === 'pending' ? null : !UNVERIFIED_ENDS.includes(reason);
}

/** Reads a trade's status. Returns `pending` with a reason when the status cannot be determined now; only unexpected errors are thrown. */
export type TradeStatusSource = {
  statusOf(trade: Pick<TradeReading, 'terms' | 'hash' | 'createdAtMs'>, signal: AbortSignal): Promise<TradeObservation>;
};
