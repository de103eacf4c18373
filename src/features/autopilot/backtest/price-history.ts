import type { Address, ByAddress } from '../../../values/address.ts';
/**
 * Prices of several tokens at one time, in dollars per whole token, as exact decimal strings. A token that is missing has no price at that
 * time; the code that reads the row decides whether to use an earlier price of the token.
 */
export type HistoryRow = { readonly atMs: number; readonly prices: ByAddress<string> };

/** A price history, oldest row first. Tokens are lowercase addresses. */
export type PriceHistory = {
  readonly tokens: readonly Address[];
  readonly rows: readonly HistoryRow[];
  /** A text for the client that describes how the input was interpreted, for example its separators and its unit of time. */
  readonly readAs?: string;
};

/** Maximum number of rows of a price history. It allows more than a year with one row per minute. */
export const MOST_ROWS = 600_000;
