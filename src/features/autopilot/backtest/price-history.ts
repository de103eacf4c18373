import type { Address, ByAddress } from '../../../values/address.ts';
/**
 * Prices of several tokens at one time, in dollars for a whole token, as exact decimal strings. A token that is absent has no price at this
 * time; the reader decides whether to repeat its earlier price.
 */
export type HistoryRow = { readonly atMs: number; readonly prices: ByAddress<string> };

/** A price history, oldest row first. Tokens are lowercase addresses. */
export type PriceHistory = {
  readonly tokens: readonly Address[];
  readonly rows: readonly HistoryRow[];
  /** Describes to the client how the input was interpreted (separators, units of time). */
  readonly readAs?: string;
};

/** Maximum number of rows of a history: more than a year of minutes. */
export const MOST_ROWS = 600_000;
