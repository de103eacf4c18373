import type { ChainAddress } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { TransactionHash } from './hash.ts';
import type { JsonObject } from './json.ts';

export type TradeStatusWord = 'pending' | 'success' | 'failed';

/** The terms of a trade that a client has registered. The native asset is represented by the all-zero address. */
export type TradeTerms = {
  /**
   * The UUID under which the client created the record. It is also the key of the actor. The public record shows it as `txHash` until a
   * transaction hash is known.
   */
  readonly tradeId: string;
  readonly quoteId: string | null;
  readonly wallet: ChainAddress;
  /** The address that receives the output on `toChainId`. */
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
  /**
   * Data that the aggregator needs to look up the trade's status. It is taken from the aggregator's reply that contained the transaction,
   * and is never shown to clients. Null when there is none.
   */
  readonly reference: JsonObject | null;
};

/** The result of one check of a trade's status. */
export type TradeObservation = {
  /** The transaction hash whose status was checked. If the record has another hash by now, the result is outdated. */
  readonly hash: TransactionHash | null;
  readonly status: TradeStatusWord;
  /** The aggregator's own status keyword (`partial`, `refunded`, ...). */
  readonly substatus: string | null;
  /** Stable kebab-case code that explains the trade's status. */
  readonly reason: string | null;
  /** Amount of the output token that was received; null when unknown. */
  readonly amountOut: BaseUnits | null;
  /** Hash of the transaction that delivered the output (or the refund) on the other chain. */
  readonly destinationHash: TransactionHash | null;
  /**
   * Who sent the transaction with the hash `hash`, according to the chain: the trade's wallet or another account. `unseen`: the transaction
   * was not found.
   */
  readonly sender: 'wallet' | 'other' | 'unseen';
  /**
   * Hash of the first transaction, as the aggregator reports it, for a record without a hash. Missing when the chain shows that another
   * wallet sent this transaction.
   */
  readonly sourceHash?: TransactionHash | null;
};
