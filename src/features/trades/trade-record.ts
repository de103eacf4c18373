import type { JsonObject } from '../../values/json.ts';
import { UNVERIFIED_ENDS } from '../../values/trade-ends.ts';

export type TradeStatusWord = 'pending' | 'success' | 'failed';

/** The requested trade. Addresses in the service's form, the native asset as the all-zero address; amounts in base units. */
export type TradeTerms = {
  /** The UUID under which the client created the record. */
  readonly tradeId: string;
  readonly quoteId: string | null;
  readonly wallet: string;
  /** The recipient of the output on `toChainId`. */
  readonly recipient: string;
  readonly type: 'swap' | 'bridge';
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  readonly amountIn: string;
  readonly amountOutExpected: string | null;
  readonly amountOutMin: string | null;
  readonly aggregator: string | null;
  /** Data for the aggregator's status look-up, from the build; never shown. */
  readonly reference: JsonObject | null;
};

/** The result of one check of a trade. `machines/trade/context.ts` says how it is used. */
export type TradeObservation = {
  readonly hash: string | null;
  readonly status: TradeStatusWord;
  readonly substatus: string | null;
  readonly reason: string | null;
  readonly amountOut: string | null;
  readonly destinationHash: string | null;
  readonly sender: 'wallet' | 'other' | 'unseen';
  /**
   * The source transaction's hash as named by the aggregator, for a record without a hash; missing when its chain shows the transaction to
   * be another wallet's.
   */
  readonly sourceHash?: string | null;
};

/** A trade as its actor shows it. */
export type TradeReading = {
  readonly terms: TradeTerms;
  readonly requestDigest: string;
  /** The transaction hash; null while unknown. */
  readonly hash: string | null;
  readonly hashIsFixed: boolean;
  readonly status: TradeStatusWord;
  readonly substatus: string | null;
  readonly reason: string | null;
  readonly amountOutActual: string | null;
  readonly destinationHash: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly lastLookAtMs: number | null;
  readonly settledAtMs: number | null;
  /** A client's statement about the end; it has no effect on the status. */
  readonly claim: { readonly status: TradeStatusWord | null; readonly destinationHash: string | null; readonly atMs: number } | null;
};

/** Whether a chain has shown the end of a trade; null while it has not ended. */
export function isVerified({ status, reason }: Pick<TradeReading, 'status' | 'reason'>): boolean | null {
  return status === 'pending' ? null : !UNVERIFIED_ENDS.includes(reason);
}

/** Reads a trade's status. Gives `pending` with a reason when nothing can be said now, and throws only unexpected errors. */
export type TradeStatusSource = {
  statusOf(trade: Pick<TradeReading, 'terms' | 'hash' | 'createdAtMs'>, signal: AbortSignal): Promise<TradeObservation>;
};
