import type { JsonObject } from '../../values/json.ts';

/** A quote request (interface document, "Quote stream") whose form was checked. It is the `data` of a cached quote. */
export type QuoteInput = {
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  /** Whole tokens, plain decimal text. */
  readonly amount: string;
  /** `swap` means a swap; any other value means a bridge. */
  readonly type: string;
  readonly srcWalletAddress: string | null;
  readonly dstWalletAddress: string | null;
  /** Percent, plain decimal text. */
  readonly slippage: string;
  readonly anonymousMode: boolean;
  /** Aggregators to exclude; null means the default ones. */
  readonly exclude: readonly string[] | null;
};

/** Documented default: 0.5 percent. */
export const DEFAULT_SLIPPAGE = '0.5';

export function quoteInputAsJson(input: QuoteInput): JsonObject {
  return { ...input, exclude: input.exclude === null ? null : [...input.exclude] };
}
