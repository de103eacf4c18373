import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

/** Which pools speak for a price, and over what time. */
export type ReferenceRules = {
  /** What liquidity is averaged over. */
  readonly windowSeconds: number;
  /** What prices are averaged over, the last part of the window; 0: the price of the moment. */
  readonly priceSeconds: number;
  /** A pool that remembers less is left out. */
  readonly leastSeconds: number;
};

/** Half an hour. */
export const DEFAULT_WINDOW_SECONDS = 1_800;

/** Exits must not wait for the average of half an hour: what they act on is averaged over less, of pools that remember all of it. */
const PRICE_SOURCE_SECONDS = 300;

/** What a pool of the devnet has to remember: its pools keep 400 observations, which a storm of trades writes within 7 minutes. */
const DEVNET_LEAST_SECONDS = 300;

/** What quotes are held against. */
export function guardRules(chainId: number, windowSeconds: number = DEFAULT_WINDOW_SECONDS): ReferenceRules {
  return { windowSeconds, priceSeconds: windowSeconds, leastSeconds: leastSecondsOn(chainId, windowSeconds) };
}

/** What prices are read by. On the devnet a price that was moved is meant to be seen at once. */
export function priceRules(chainId: number, windowSeconds: number = DEFAULT_WINDOW_SECONDS): ReferenceRules {
  const priceSeconds = chainId === DEVNET_CHAIN_ID ? 0 : Math.min(PRICE_SOURCE_SECONDS, windowSeconds);
  return { windowSeconds, priceSeconds, leastSeconds: leastSecondsOn(chainId, windowSeconds) };
}

function leastSecondsOn(chainId: number, windowSeconds: number): number {
  return chainId === DEVNET_CHAIN_ID ? Math.min(DEVNET_LEAST_SECONDS, windowSeconds) : windowSeconds;
}
