import type { ChainAddress } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { TransactionHash } from './hash.ts';
import type { JsonObject } from './json.ts';

export type TradeStatusWord = 'pending' | 'success' | 'failed';

/** The terms of a registered trade. The native asset is the all-zero address. */
export type TradeTerms = {
  /**
   * The UUID with which the client created the record. It is also the actor's key, and the public record's `txHash` until a hash is known.
   */
  readonly tradeId: string;
  readonly quoteId: string | null;
  readonly wallet: ChainAddress;
  /** The recipient of the output on `toChainId`. */
  readonly recipient: ChainAddress;
  readonly type: 'swap' | 'bridge';
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: ChainAddress;
  readonly toToken: ChainAddress;
  readonly amountIn: BaseUnits;
  readonly amountOutExpected: BaseUnits | null;
  readonly amountOutMin: BaseUnits | null;
  readonly aggregator: string | null;
  /** Data for the aggregator's status look-up, from the reply that built the transaction; never shown. Null when there is none. */
  readonly reference: JsonObject | null;
};

/** The result of one check of a trade. */
export type TradeObservation = {
  /** The hash that was checked. A result for a hash other than the record's current one is outdated. */
  readonly hash: TransactionHash | null;
  readonly status: TradeStatusWord;
  /** The aggregator's own status keyword (`partial`, `refunded`, ...). */
  readonly substatus: string | null;
  /** Stable kebab-case code that explains the status. */
  readonly reason: string | null;
  /** Received amount; null when unknown. */
  readonly amountOut: BaseUnits | null;
  /** Hash of the transaction that delivered (or refunded) on the other chain. */
  readonly destinationHash: TransactionHash | null;
  /** Sender of the transaction of `hash`, according to its chain. */
  readonly sender: 'wallet' | 'other' | 'unseen';
  /**
   * The source transaction's hash as reported by the aggregator, for a record without a hash. Absent when the chain shows that another
   * wallet sent that transaction.
   */
  readonly sourceHash?: TransactionHash | null;
};
