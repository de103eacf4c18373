import type { PriceFact } from '../../values/autopilot/facts.ts';
import type { Token } from '../tokens/token.ts';

/** What the series needs to know of a token. */
export type SeriesToken = Pick<Token, 'chainId' | 'address' | 'decimals'> & Partial<Pick<Token, 'coingeckoId' | 'cmcId'>>;

/** The newest price that the series holds of a token. */
export type SeriesPrice = {
  readonly chainId: number;
  /** Lowercase. */
  readonly token: string;
  /** Dollars for a whole token, exact decimal text. */
  readonly priceUsd: string;
  /** When it was so, by its source; UTC ms. */
  readonly atMs: number;
  /** When it was recorded, UTC ms. */
  readonly tickAtMs: number;
  readonly source: string;
  /** See `PriceFact`: whether an exit may act on it. */
  readonly isTrusted: boolean;
  readonly doubt: string | null;
};

/** A recorded price of a bucket of time, for charts and backtests. */
export type SeriesPoint = { readonly atMs: number; readonly usd: string; readonly highUsd: string };

/**
 * The Autopilot price series: what tokens were worth, minute by minute. Kept for a day in buckets of a minute and for 31 days in buckets
 * of an hour, in a collection that all nodes share: of two nodes that record the same tick, one wins, and the other takes its price, so
 * that all agents of a tick see the same.
 *
 * Tokens without a `cmcId` are not priced (interface document, "Token").
 */
export type PriceSeries = {
  /**
   * Asks for the present prices and keeps them. A second call for the same tick (or an earlier one) asks nothing and gives what was
   * recorded. Keyed by `tokenKey`; every token is answered. @param atMs the time of the tick @throws RetryableError when the store is away
   */
  record(tokens: readonly SeriesToken[], atMs: number): Promise<ReadonlyMap<string, PriceFact>>;
  /** The newest recorded price, however old; null: there is none in the last day. */
  latest(chainId: number, token: string): Promise<SeriesPrice | null>;
  /**
   * The highest price in dollars of the window that ends at `atMs`; null: no price in it. Rounded outwards: the whole bucket at the window's
   * beginning counts, which is a minute for windows of up to a day, and an hour for longer ones. @param lookbackSec up to 30 days
   */
  high(chainId: number, token: string, lookbackSec: number, atMs: number): Promise<string | null>;
  /** Recorded prices from `fromMs` to `toMs` (included), oldest first: by minutes where they are kept still, before that by hours. */
  points(chainId: number, token: string, range: { readonly fromMs: number; readonly toMs: number }): Promise<readonly SeriesPoint[]>;
};
