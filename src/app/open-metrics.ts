import { createHttpMetrics, type HttpMetrics } from '../platform/metrics/http-metrics.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { createOutsideMetrics, type OutsideMetrics } from '../platform/metrics/outside-metrics.ts';
import { createPromMetrics } from '../platform/metrics/prom-metrics.ts';
import { metricFamilies } from './registry.ts';

/** The metrics of the app, for the parts that count. */
export type OpenMetrics = { readonly metrics: Metrics; readonly http: HttpMetrics; readonly outside: OutsideMetrics };

export function openMetrics(): OpenMetrics {
  const metrics = createPromMetrics(metricFamilies);
  return { metrics, http: createHttpMetrics(metrics), outside: createOutsideMetrics(metrics) };
}
