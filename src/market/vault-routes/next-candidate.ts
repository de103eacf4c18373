import type { GasCost } from './gas-in-output.ts';

/** An offered route that can be chosen to be simulated next. */
export type Candidate = {
  readonly source: string;
  /**
   * How far the route's data can be trusted. `own`: the service's own Uniswap v3 route. `chain`: read from contracts of another exchange.
   * `promised`: stated by a third party.
   */
  readonly trust: 'own' | 'chain' | 'promised';
  /** The output that the route's source promises, in base units of the bought token. */
  readonly amountOut: bigint;
  /** The gas that the route's source promises for the swap alone; null when unknown. */
  readonly gas: bigint | null;
};

/** Gas that a vault's call uses in addition to the swap: its checks, its records, two transfers. */
const VAULT_GAS = 200_000n;
/** Gas that is assumed for a swap when its source does not state a number. */
const UNKNOWN_GAS = 300_000n;

/**
 * Returns the output of a route minus the cost of its gas, in base units, computed from what the route's source promises. On a rollup, the
 * cost of the calldata is not known yet. Therefore the result is slightly too high, which only means that a route may be simulated in vain.
 */
export function promisedNet({ amountOut, gas }: Candidate, costOf: GasCost | null): bigint {
  return amountOut - (costOf?.((gas ?? UNKNOWN_GAS) + VAULT_GAS) ?? 0n);
}

/** Returns the output of a simulated route minus the cost of its gas, in base units. */
export function measuredNet(
  amountOut: bigint,
  { gas, otherFees }: { readonly gas: bigint; readonly otherFees?: bigint | undefined },
  costOf: GasCost | null,
): bigint {
  return amountOut - (costOf?.(gas, otherFees) ?? 0n);
}

/**
 * Chooses the route to simulate next; null when none of the remaining routes can be better than the best one that has passed. As long as
 * none has passed, the last try is reserved for the service's own route or, if there is none, for another route that was read from the
 * chain. So sources that promise too much cannot prevent a trade.
 * @param untried the routes that were not simulated yet; among equal routes, the earlier one is chosen
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
