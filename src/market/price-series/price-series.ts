import type { ChainAddress } from '../../values/address.ts';
import type { PriceFact } from '../../values/autopilot/facts.ts';
import type { Token } from '../tokens/token.ts';

/** The fields of a token that the price series needs. */
export type SeriesToken = Pick<Token, 'chainId' | 'address' | 'decimals'> & Partial<Pick<Token, 'coingeckoId' | 'cmcId'>>;

/** The newest recorded price of a token. */
export type SeriesPrice = {
  readonly chainId: number;
  /** The token's address in lowercase. */
  readonly token: string;
  /** Price of a whole token in dollars, as an exact decimal string. */
  readonly priceUsd: string;
  /** Time of the price as reported by the price source, UTC ms. */
  readonly atMs: number;
  /** Time at which the price was recorded, UTC ms. */
  readonly tickAtMs: number;
  readonly source: string;
  /** Whether an exit (a protective sell) may act on the price (see `PriceFact`). */
  readonly isTrusted: boolean;
  readonly doubt: string | null;
};

/** A recorded price of one minute or hour, for charts and backtests. `highUsd` is its highest price, so it is never below `usd`. */
export type SeriesPoint = { readonly atMs: number; readonly usd: string; readonly highUsd: string };

/**
 * Stores token prices over time for Autopilot, one per minute. The prices of minutes are stored for a day, and the prices of hours for 31
 * days, in a collection shared by all nodes. When two nodes record prices for the same minute, the first write wins and the other node uses
 * its price, so that all agents that are evaluated at that time see the same price. Tokens without a `cmcId` are not priced (API
 * specification, "Token").
 */
export type PriceSeries = {
  /**
   * Requests the current prices of tokens and stores them. When prices were already recorded for `atMs` or a later time, returns the
   * recorded prices without a request. The result contains an entry for every requested token, by `tokenKey`.
   * @param atMs the time of the recording, UTC ms
   * @throws RetryableError when the store is unavailable
   */
  record(tokens: readonly SeriesToken[], atMs: number): Promise<ReadonlyMap<string, PriceFact>>;
  /** Returns the newest recorded price of a token within the last day; null when there is none. */
  latest(chainId: number, token: ChainAddress): Promise<SeriesPrice | null>;
  /**
   * Returns a token's highest price in dollars within the time window that ends at `atMs`; null when the window contains no price. The
   * minute or hour in which the window starts is included completely: a minute for windows of up to a day, an hour for longer ones.
   * @param lookbackSec length of the window in seconds, up to 30 days
   */
  high(chainId: number, token: ChainAddress, lookbackSec: number, atMs: number): Promise<string | null>;
  /**
   * Returns a token's recorded prices from `fromMs` to `toMs` (included), oldest first: by minute where the prices of minutes are still
   * stored, before that by hour.
   */
  points(chainId: number, token: ChainAddress, range: { readonly fromMs: number; readonly toMs: number }): Promise<readonly SeriesPoint[]>;
};
