import type { Trouble } from '../../platform/log/trouble-watch.ts';
import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

/** Metric families for dependencies that refuse calls. */
export const TROUBLE_METRICS = {
  dependencyDegraded: gaugeOf(
    'coxswain_dependency_degraded',
    '1 while a dependency (such as the store or Redis) is not available or refuses requests, by reason (read-only, out-of-memory and others); otherwise 0.',
    ['dependency', 'state'],
  ),
};

/**
 * The dependencies of this node by name, such as the store or a chain. Each function returns the current problem of its dependency; null
 * when there is none.
 */
export type Troubles = Readonly<Record<string, () => Trouble | null>>;

/** Exports a gauge for each dependency that refuses calls, from the first refusal on. Its label is the kind of refusal. */
export function showTroubles(metrics: Metrics, troubles: Troubles): void {
  const degraded = metrics.gauge(TROUBLE_METRICS.dependencyDegraded);
  const shown = new Map<string, Set<string>>();
  metrics.beforeReading(() => {
    for (const [dependency, trouble] of Object.entries(troubles)) {
      const words = shown.get(dependency) ?? new Set();
      shown.set(dependency, words);
      const word = trouble()?.word ?? null;
      if (word !== null) words.add(word);
      for (const known of words) degraded.of(dependency, known).set(known === word ? 1 : 0);
    }
  });
}
