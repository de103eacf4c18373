import type { ChainAddress } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import type { JsonObject } from '../../values/json.ts';

/** The terms of a trade as stated in a cached quote and its build. Addresses are in the service's notation, amounts in base units. */
export type QuotedTrade = {
  readonly type: 'swap' | 'bridge';
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: ChainAddress;
  readonly toToken: ChainAddress;
  readonly amountIn: BaseUnits;
  readonly amountOutExpected: BaseUnits;
  readonly amountOutMin: BaseUnits;
  readonly aggregator: string;
  /** The wallet of the trade; null when the quote request did not contain one. */
  readonly wallet: ChainAddress | null;
  readonly recipient: ChainAddress | null;
  /** The data with which the aggregator looks up the trade's status; null when no transaction was built from the quote. */
  readonly reference: JsonObject | null;
};

export type QuoteLookup = {
  /** Returns the terms of a quoted trade; null when the id is unknown or the quote's lifetime of 300 seconds has passed. */
  find(quoteId: string): Promise<QuotedTrade | null>;
};
