import type { Token } from '../tokens/token.ts';

/** The price of one whole token. */
export type Price = {
  /** Price in dollars, as an exact decimal string without exponent; above 0. */
  readonly usd: string;
  /** Time of the price as reported by the price source, UTC ms. */
  readonly atMs: number;
  /** Name of the price source. */
  readonly source: string;
  /** What the price is based on, such as the pools with the most weight. Set only by sources whose basis can change over time. */
  readonly basis?: string;
};

/**
 * Why a token has no price. `no-source`: no price source supports such a token (it has no id at a source and no pool, or its chain is of
 * another kind).
 */
export type NoPriceReason =
  | 'no-source'
  | 'unknown-token'
  | 'stale'
  | 'not-positive'
  /** The price source reports the price as unreliable, or has different decimals for the token. */
  | 'not-reliable'
  | 'timeout'
  | 'rate-limited'
  | 'upstream-error'
  | 'chain-unreadable';

/** The price of a token, or the reason why there is none. */
export type PriceAnswer = { readonly price: Price; readonly reason: null } | { readonly price: null; readonly reason: NoPriceReason };

/** The fields of a token that a price source needs. */
export type PricedToken = Pick<Token, 'chainId' | 'address' | 'decimals'> & Partial<Pick<Token, 'coingeckoId' | 'cmcId'>>;

/**
 * A source of prices. Every source must obey these rules:
 * - `pricesOf` returns a result for every requested token, keyed by `tokenKey`; a failing token does not affect the others.
 * - `pricesOf` is called only for tokens for which `serves` returns true. An exception counts as a failure of all requested tokens.
 * - `pricesOf` stops when `signal` is aborted. Even if it does not stop, the caller waits no longer.
 */
export type PriceSource = {
  readonly name: string;
  /** Maximum age in ms at which a price of this source is still used. */
  readonly maxAgeMs: number;
  readonly timeoutMs: number;
  /**
   * True when the source's prices do not come from the pools in which this service trades, so that they can be used to check the prices of
   * these pools.
   */
  readonly isOffChain: boolean;
  serves(token: PricedToken): boolean;
  pricesOf(tokens: readonly PricedToken[], signal: AbortSignal): Promise<ReadonlyMap<string, PriceAnswer>>;
};

export function noPrice(reason: NoPriceReason): PriceAnswer {
  return { price: null, reason };
}
