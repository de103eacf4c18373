import { createHttpMetrics, type HttpMetrics } from '../platform/metrics/http-metrics.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { createPromMetrics } from '../platform/metrics/prom-metrics.ts';
import { createServiceMetrics, type ServiceMetrics } from '../platform/metrics/service-metrics.ts';
import { metricFamilies } from './registry.ts';

/** The metrics of the node, grouped for the components that update them. */
export type OpenMetrics = { readonly metrics: Metrics; readonly http: HttpMetrics; readonly service: ServiceMetrics };

export function openMetrics(): OpenMetrics {
  const metrics = createPromMetrics(metricFamilies);
  return { metrics, http: createHttpMetrics(metrics), service: createServiceMetrics(metrics) };
}
