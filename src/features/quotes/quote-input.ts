import type { JsonObject } from '../../values/json.ts';

/**
 * A quote request (API specification, "Quote stream") whose structure was validated. It is also stored as the field `data` of a cached
 * quote.
 */
export type QuoteInput = {
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  /** Input amount in whole tokens, as a plain decimal string. */
  readonly amount: string;
  /** Kind of the trade: `swap` means a swap; any other value means a bridge. */
  readonly type: string;
  readonly srcWalletAddress: string | null;
  readonly dstWalletAddress: string | null;
  /** Slippage in percent, as a plain decimal string. */
  readonly slippage: string;
  readonly anonymousMode: boolean;
  /** Names of aggregators to exclude; null means the default exclusions. */
  readonly exclude: readonly string[] | null;
};

/** Default slippage in percent, as documented in the API specification. */
export const DEFAULT_SLIPPAGE = '0.5';

export function quoteInputAsJson(input: QuoteInput): JsonObject {
  return { ...input, exclude: input.exclude === null ? null : [...input.exclude] };
}
