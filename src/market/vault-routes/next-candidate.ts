import type { GasCost } from './gas-in-output.ts';

/** A route that may be tried. */
export type Candidate = {
  readonly source: string;
  /** `own`: of Uniswap v3. `chain`: read from other contracts of the chain. `promised`: by a third party. */
  readonly trust: 'own' | 'chain' | 'promised';
  /** The promised output, base units. */
  readonly amountOut: bigint;
  /** The promised gas of the swap alone; null when unknown. */
  readonly gas: bigint | null;
};

/** Gas that a vault's call uses beside the swap: its checks, its records, two transfers. */
const VAULT_GAS = 200_000n;
/** Gas of a swap whose source does not state any. */
const UNKNOWN_GAS = 300_000n;

/**
 * What a route brings after gas, base units, by its own promises. What its data costs on a rollup is known only from its calldata: without it
 * the promise is a little better, so that no route is left out for it.
 */
export function promisedNet({ amountOut, gas }: Candidate, costOf: GasCost | null): bigint {
  return amountOut - (costOf?.((gas ?? UNKNOWN_GAS) + VAULT_GAS) ?? 0n);
}

/** What a simulated route brings after gas, base units. */
export function measuredNet(
  amountOut: bigint,
  { gas, otherFees }: { readonly gas: bigint; readonly otherFees?: bigint | undefined },
  costOf: GasCost | null,
): bigint {
  return amountOut - (costOf?.(gas, otherFees) ?? 0n);
}

/**
 * Chooses the route to simulate next; null when none can be better than what has passed. While nothing has passed, the last try is kept
 * for our own route, or else for another that was read from the chain, so that sources which promise too much cannot prevent a trade.
 * @param untried those left, of which earlier ones win ties
 * @param triesLeft how many may still be tried
 * @param passedNet what the best simulated route brings after gas; null: none has passed
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
