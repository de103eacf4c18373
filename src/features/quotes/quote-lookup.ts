import type { ChainAddress } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import type { JsonObject } from '../../values/json.ts';

/** The terms of a trade that a cached quote and its build state. Addresses in the service's form, amounts in base units. */
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
  /** Null when the request named no wallet. */
  readonly wallet: ChainAddress | null;
  readonly recipient: ChainAddress | null;
  /** The build's data for the aggregator's status look-up; null when the quote was not built. */
  readonly reference: JsonObject | null;
};

export type QuoteLookup = {
  /** Finds a quoted trade; null when the id is unknown or its 300 seconds have passed. */
  find(quoteId: string): Promise<QuotedTrade | null>;
};
