import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

/** Rules for computing reference prices from pools: which pools are used, and over what time prices are averaged. */
export type ReferenceRules = {
  /** Length in seconds of the time window over which a pool's liquidity is averaged. */
  readonly windowSeconds: number;
  /** Length in seconds of the last part of the time window, over which prices are averaged. 0 means that the current price is used. */
  readonly priceSeconds: number;
  /** Minimum length of a pool's price history in seconds; pools with a shorter history are ignored. */
  readonly leastSeconds: number;
};

/** The default length of the time window over which liquidity and prices are averaged: half an hour, in seconds. */
export const DEFAULT_WINDOW_SECONDS = 1_800;

/**
 * Averaging time in seconds for prices that decide about exits (protective sells). It is shorter than the time window, so that exits react
 * quickly. Pools still need the full history to be used.
 */
const PRICE_SOURCE_SECONDS = 300;

/**
 * Minimum length of a pool's history on the devnet, in seconds. It is short, because pools there keep only 400 observations, which many
 * trades can overwrite within 7 minutes.
 */
const DEVNET_LEAST_SECONDS = 300;

/** Returns the rules for reference prices with which quotes are compared. */
export function guardRules(chainId: number, windowSeconds: number = DEFAULT_WINDOW_SECONDS): ReferenceRules {
  return { windowSeconds, priceSeconds: windowSeconds, leastSeconds: leastSecondsOn(chainId, windowSeconds) };
}

/**
 * Returns the rules for reading the prices of tokens from pools. On the devnet, the current price is used instead of an average, because a
 * changed price must be visible immediately.
 */
export function priceRules(chainId: number, windowSeconds: number = DEFAULT_WINDOW_SECONDS): ReferenceRules {
  const priceSeconds = chainId === DEVNET_CHAIN_ID ? 0 : Math.min(PRICE_SOURCE_SECONDS, windowSeconds);
  return { windowSeconds, priceSeconds, leastSeconds: leastSecondsOn(chainId, windowSeconds) };
}

function leastSecondsOn(chainId: number, windowSeconds: number): number {
  return chainId === DEVNET_CHAIN_ID ? Math.min(DEVNET_LEAST_SECONDS, windowSeconds) : windowSeconds;
}
