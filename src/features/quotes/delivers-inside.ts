import type { ProviderTraits } from './provider.ts';

/**
 * Whether a provider's calls deliver the output within the same transaction, so that a vault can use them (API specification, "Aggregator
 * registry rules", 3). Providers that deliver later (through solvers, deposits or bridges) do not.
 */
export function deliversInside({ kinds, isSolverBased, broadcastsItself }: ProviderTraits): boolean {
  return kinds.includes('swap') && !isSolverBased && !broadcastsItself;
}
