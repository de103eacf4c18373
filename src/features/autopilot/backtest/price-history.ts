/**
 * Prices of some tokens at one moment: dollars for a whole token, exact decimal text. A token that is not among them has no price of this
 * moment; what it had before is for the reader to carry along.
 */
export type HistoryRow = { readonly atMs: number; readonly prices: Readonly<Record<string, string>> };

/** A price history, oldest first. Tokens are lowercase addresses. */
export type PriceHistory = {
  readonly tokens: readonly string[];
  readonly rows: readonly HistoryRow[];
  /** What it was taken for (separators, units of time), in words, for whoever sent it. */
  readonly readAs?: string;
};

/** More than a year of minutes. */
export const MOST_ROWS = 600_000;
