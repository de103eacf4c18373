import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

/** Metric families for actors that are due but were not processed. */
export const LATE_METRICS = {
  lateActors: gaugeOf(
    'coxswain_late_actors',
    'Number of actors that have been due for three ticks (usually minutes) and have not been processed.',
    [],
  ),
};

export function showLate(metrics: Metrics, count: () => number): void {
  const late = metrics.gauge(LATE_METRICS.lateActors).of();
  metrics.beforeReading(() => late.set(count()));
}
