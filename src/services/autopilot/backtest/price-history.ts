/** Prices of some tokens at one moment: dollars for a whole token, exact decimal text. */
export type HistoryRow = { readonly atMs: number; readonly prices: Readonly<Record<string, string>> };

/** A price history, oldest first. Tokens are lowercase addresses. */
export type PriceHistory = { readonly tokens: readonly string[]; readonly rows: readonly HistoryRow[] };

/** More than a year of minutes. */
export const MOST_ROWS = 600_000;
