import type { JsonObject } from '../../values/json.ts';

/** A quote request (API specification, "Quote stream") whose structure was validated. It is the `data` of a cached quote. */
export type QuoteInput = {
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  /** Amount in whole tokens, as a plain decimal string. */
  readonly amount: string;
  /** Kind of the trade: `swap` means a swap; any other value means a bridge. */
  readonly type: string;
  readonly srcWalletAddress: string | null;
  readonly dstWalletAddress: string | null;
  /** Slippage in percent, as a plain decimal string. */
  readonly slippage: string;
  readonly anonymousMode: boolean;
  /** Aggregators to exclude; null means the default exclusions. */
  readonly exclude: readonly string[] | null;
};

/** Documented default slippage: 0.5 percent. */
export const DEFAULT_SLIPPAGE = '0.5';

export function quoteInputAsJson(input: QuoteInput): JsonObject {
  return { ...input, exclude: input.exclude === null ? null : [...input.exclude] };
}
