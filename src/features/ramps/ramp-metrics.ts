import { REMOTE_SECONDS } from '../../platform/metrics/buckets.ts';
import { counterOf, histogramOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { RampCount } from './registry.ts';

/** The families of metrics about ramp providers. */
export const RAMP_METRICS = {
  requests: counterOf('coxswain_ramp_requests_total', 'Number of requests to ramp providers, by provider, kind of request and result.', [
    'provider',
    'kind',
    'outcome',
  ]),
  seconds: histogramOf(
    'coxswain_ramp_duration_seconds',
    'Seconds until a ramp provider answered a request, including failures.',
    ['provider'],
    REMOTE_SECONDS,
  ),
};

export function countRamps(metrics: Metrics): RampCount {
  const requests = metrics.counter(RAMP_METRICS.requests);
  const seconds = metrics.histogram(RAMP_METRICS.seconds);
  return (provider, kind, outcome, ms) => {
    requests.of(provider, kind, outcome).inc();
    seconds.of(provider).observe(ms / 1_000);
  };
}
