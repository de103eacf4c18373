import type { ProviderFailureReason } from '../../platform/http-client/provider-failure.ts';

export type ProviderCounts = {
  /** Number of a provider's answers by outcome; `ok` means that the provider returned a quote. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Total duration of all answers of the provider in milliseconds, including failures. */
  readonly totalMs: number;
};

/** Counts provider outcomes since the process started, for metrics and operators. */
export type ProviderStats = {
  count(name: string, outcome: 'ok' | ProviderFailureReason, ms: number): void;
  all(): Readonly<Record<string, ProviderCounts>>;
};

/**
 * Creates the counters of provider outcomes.
 * @param onCount called for each answer of a provider
 */
export function createProviderStats(onCount?: (name: string, outcome: string, ms: number) => void): ProviderStats {
  const byName = new Map<string, { outcomes: Map<string, number>; totalMs: number }>();
  return {
    count(name, outcome, ms) {
      const counts = byName.get(name) ?? { outcomes: new Map<string, number>(), totalMs: 0 };
      byName.set(name, counts);
      counts.outcomes.set(outcome, (counts.outcomes.get(outcome) ?? 0) + 1);
      counts.totalMs += ms;
      onCount?.(name, outcome, ms);
    },
    all: () =>
      Object.fromEntries([...byName].map(([name, { outcomes, totalMs }]) => [name, { outcomes: Object.fromEntries(outcomes), totalMs }])),
  };
}
