import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

/** Rules for reference prices: which pools count, and over what time. */
export type ReferenceRules = {
  /** Time over which liquidity is averaged. */
  readonly windowSeconds: number;
  /** Time over which prices are averaged, the last part of the window; 0: the current price. */
  readonly priceSeconds: number;
  /** Minimum history of a pool; pools with less do not count. */
  readonly leastSeconds: number;
};

/** The default window: half an hour. */
export const DEFAULT_WINDOW_SECONDS = 1_800;

/**
 * Averaging time for prices on which exits act: shorter than the window, so that exits do not lag, but only from pools with the full
 * history.
 */
const PRICE_SOURCE_SECONDS = 300;

/** Minimum history on the devnet: its pools keep 400 observations, which many trades can overwrite within 7 minutes. */
const DEVNET_LEAST_SECONDS = 300;

/** Rules for the reference prices that quotes are checked against. */
export function guardRules(chainId: number, windowSeconds: number = DEFAULT_WINDOW_SECONDS): ReferenceRules {
  return { windowSeconds, priceSeconds: windowSeconds, leastSeconds: leastSecondsOn(chainId, windowSeconds) };
}

/** Rules for reading prices. On the devnet a moved price must show at once. */
export function priceRules(chainId: number, windowSeconds: number = DEFAULT_WINDOW_SECONDS): ReferenceRules {
  const priceSeconds = chainId === DEVNET_CHAIN_ID ? 0 : Math.min(PRICE_SOURCE_SECONDS, windowSeconds);
  return { windowSeconds, priceSeconds, leastSeconds: leastSecondsOn(chainId, windowSeconds) };
}

function leastSecondsOn(chainId: number, windowSeconds: number): number {
  return chainId === DEVNET_CHAIN_ID ? Math.min(DEVNET_LEAST_SECONDS, windowSeconds) : windowSeconds;
}
