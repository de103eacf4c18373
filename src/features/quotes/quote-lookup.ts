import type { JsonObject } from '../../values/json.ts';

/** What a cached quote, and its build, say of the trade that comes of it. Addresses in our own form, amounts in base units. */
export type QuotedTrade = {
  readonly type: 'swap' | 'bridge';
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  readonly amountIn: string;
  readonly amountOutExpected: string;
  readonly amountOutMin: string;
  readonly aggregator: string;
  /** Null while nobody was named. */
  readonly wallet: string | null;
  readonly recipient: string | null;
  /** From the build, for the aggregator's status look-up; null when it was not built. */
  readonly reference: JsonObject | null;
};

export type QuoteLookup = {
  /** Null: there is none with this id, or it is past its 300 seconds. */
  find(quoteId: string): Promise<QuotedTrade | null>;
};
