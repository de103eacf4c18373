import type { JsonObject } from '../../values/json.ts';
import { UNVERIFIED_ENDS } from '../../values/trade-ends.ts';

export type TradeStatusWord = 'pending' | 'success' | 'failed';

/** What a record says was asked for. Addresses in our own form, the native asset as the all-zero address; amounts in base units. */
export type TradeTerms = {
  /** The UUID under which the client made the record. */
  readonly tradeId: string;
  readonly quoteId: string | null;
  readonly wallet: string;
  /** Where the output has to arrive, on `toChainId`. */
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
  /** What the aggregator's own status look-up needs, from the build; never shown. */
  readonly reference: JsonObject | null;
};

/** What one look at a trade found. See `machines/trade/context.ts` for what is made of it. */
export type TradeObservation = {
  readonly hash: string | null;
  readonly status: TradeStatusWord;
  readonly substatus: string | null;
  readonly reason: string | null;
  readonly amountOut: string | null;
  readonly destinationHash: string | null;
  readonly sender: 'wallet' | 'other' | 'unseen';
  /** The transaction that paid in, by its aggregator's word; of a record without a hash of its own, unless its chain shows it to be another's. */
  readonly sourceHash?: string | null;
};

/** A trade as its actor shows it. */
export type TradeReading = {
  readonly terms: TradeTerms;
  readonly requestDigest: string;
  /** The real transaction's hash, or null. */
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
  /** What a client said of its end; decides nothing. */
  readonly claim: { readonly status: TradeStatusWord | null; readonly destinationHash: string | null; readonly atMs: number } | null;
};

/** Whether a chain has shown the end of a trade; null while it has none. */
export function isVerified({ status, reason }: Pick<TradeReading, 'status' | 'reason'>): boolean | null {
  return status === 'pending' ? null : !UNVERIFIED_ENDS.includes(reason);
}

/**
 * Where a status comes from. It answers `pending` with a reason when nothing can be told now, and throws only what it did not
 * expect.
 */
export type TradeStatusSource = {
  statusOf(trade: Pick<TradeReading, 'terms' | 'hash' | 'createdAtMs'>, signal: AbortSignal): Promise<TradeObservation>;
};
