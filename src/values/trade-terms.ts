import type { ChainAddress } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { TransactionHash } from './hash.ts';
import type { JsonObject } from './json.ts';

export type TradeStatusWord = 'pending' | 'success' | 'failed';

/**
 * The terms of a trade as registered. The native asset is the all-zero address.
 */
export type TradeTerms = {
  /** The UUID under which the client created the record. Also the actor's key, and the public record's `txHash` until a hash is known. */
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
  /** Data for the aggregator's status look-up, from the build; never shown. Null when none are known. */
  readonly reference: JsonObject | null;
};

/** The result of one check of a trade. */
export type TradeObservation = {
  /** The hash that was checked. A result for another hash than the record's present one is stale. */
  readonly hash: TransactionHash | null;
  readonly status: TradeStatusWord;
  /** The aggregator's own status word (`partial`, `refunded`, ...). */
  readonly substatus: string | null;
  /** Stable kebab-case code that explains the status. */
  readonly reason: string | null;
  /** Received amount; null when unknown. */
  readonly amountOut: BaseUnits | null;
  /** Hash of the transaction that delivered (or refunded) on the other chain. */
  readonly destinationHash: TransactionHash | null;
  /** Who sent the transaction of `hash`, as its chain shows it. */
  readonly sender: 'wallet' | 'other' | 'unseen';
  /**
   * The source transaction's hash as named by the aggregator, for a record without a hash; missing when its chain shows the transaction to
   * be another wallet's.
   */
  readonly sourceHash?: TransactionHash | null;
};
