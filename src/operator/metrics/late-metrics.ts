import type { Metrics } from '../../platform/metrics/metrics.ts';

export function showLate(metrics: Metrics, count: () => number): void {
  const late = metrics.gauge('coxswain_late_actors', 'Actors that should have been looked at three ticks ago, and were not.', []).of();
  metrics.beforeReading(() => late.set(count()));
}
