import type { Token } from '../tokens/token.ts';

/** What one whole token is worth. */
export type Price = {
  /** Dollars, as exact decimal text without exponent; above 0. */
  readonly usd: string;
  /** When it was so, by the source; UTC ms. */
  readonly atMs: number;
  /** Name of the source that said so. */
  readonly source: string;
  /** What the source went by, where it may go by something else another time: such as the pools that counted most. */
  readonly basis?: string;
};

/** Why there is no price. `no-source`: no source prices such a token (no id, no pool, another kind of chain). */
export type NoPriceReason =
  | 'no-source'
  | 'unknown-token'
  | 'stale'
  | 'not-positive'
  /** The source says itself that the price is not to be relied on, or speaks of a token with other decimals. */
  | 'not-reliable'
  | 'timeout'
  | 'rate-limited'
  | 'upstream-error'
  | 'chain-unreadable';

/** A price, or the reason why there is none. */
export type PriceAnswer = { readonly price: Price; readonly reason: null } | { readonly price: null; readonly reason: NoPriceReason };

/** What a source needs to know of a token. */
export type PricedToken = Pick<Token, 'chainId' | 'address' | 'decimals'> & Partial<Pick<Token, 'coingeckoId' | 'cmcId'>>;

/**
 * Where prices come from. Invariants:
 * - `pricesOf` answers every token that it is given, keyed by `tokenKey`; a token that fails does not spoil the others.
 * - It is asked only for tokens that it `serves`. What it throws is counted against all that it was asked for.
 * - It stops when `signal` aborts; the caller does not wait longer in any case.
 */
export type PriceSource = {
  readonly name: string;
  /** An older price counts as none. */
  readonly maxAgeMs: number;
  readonly timeoutMs: number;
  /** True when its prices do not come from the pools that we trade in, so that they can judge those. */
  readonly isOffChain: boolean;
  serves(token: PricedToken): boolean;
  pricesOf(tokens: readonly PricedToken[], signal: AbortSignal): Promise<ReadonlyMap<string, PriceAnswer>>;
};

export function noPrice(reason: NoPriceReason): PriceAnswer {
  return { price: null, reason };
}
