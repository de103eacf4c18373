import type { GasCost } from './gas-in-output.ts';

/** A route that may be simulated. */
export type Candidate = {
  readonly source: string;
  /**
   * How far the route can be trusted. `own`: over Uniswap v3. `chain`: read from other contracts on the chain. `promised`: by a third
   * party.
   */
  readonly trust: 'own' | 'chain' | 'promised';
  /** The promised output in base units. */
  readonly amountOut: bigint;
  /** The promised gas of only the swap; null when unknown. */
  readonly gas: bigint | null;
};

/** Gas that a vault's call uses in addition to the swap: its checks, its records, two transfers. */
const VAULT_GAS = 200_000n;
/** Assumed gas of a swap whose source does not specify it. */
const UNKNOWN_GAS = 300_000n;

/**
 * Returns a route's output after gas in base units, based on its own promises. The rollup's data cost depends on the calldata, which is not
 * known yet. Without that cost the result is slightly too high, so no route is excluded because of it.
 */
export function promisedNet({ amountOut, gas }: Candidate, costOf: GasCost | null): bigint {
  return amountOut - (costOf?.((gas ?? UNKNOWN_GAS) + VAULT_GAS) ?? 0n);
}

/** Returns a simulated route's output after gas, in base units. */
export function measuredNet(
  amountOut: bigint,
  { gas, otherFees }: { readonly gas: bigint; readonly otherFees?: bigint | undefined },
  costOf: GasCost | null,
): bigint {
  return amountOut - (costOf?.(gas, otherFees) ?? 0n);
}

/**
 * Chooses the route to simulate next; null when none can be better than the best that has passed. While none has passed, the last try is
 * reserved for our own route, or else for another one that was read from the chain, so that sources that promise too much cannot prevent a
 * trade.
 * @param untried the remaining routes; earlier ones win ties
 * @param triesLeft how many routes may still be tried
 * @param passedNet the output after gas of the best simulated route; null when none has passed
 */
export function nextCandidate<T extends Candidate>(
  untried: readonly T[],
  triesLeft: number,
  passedNet: bigint | null,
  costOf: GasCost | null,
): T | null {
  if (triesLeft <= 0) return null;
  const trusted = triesLeft === 1 && passedNet === null ? lastResort(untried) : [];
  let best: { readonly candidate: T; readonly net: bigint } | null = null;
  for (const candidate of trusted.length > 0 ? trusted : untried) {
    const net = promisedNet(candidate, costOf);
    if (best === null || net > best.net) best = { candidate, net };
  }
  if (best === null || (passedNet !== null && best.net <= passedNet)) return null;
  return best.candidate;
}

function lastResort<T extends Candidate>(untried: readonly T[]): readonly T[] {
  const own = untried.filter(({ trust }) => trust === 'own');
  return own.length > 0 ? own : untried.filter(({ trust }) => trust === 'chain');
}
