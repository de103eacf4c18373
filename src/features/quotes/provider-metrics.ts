import { REMOTE_SECONDS } from '../../platform/metrics/buckets.ts';
import { counterOf, histogramOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { TraceCall } from '../../platform/tracing/trace-call.ts';

/** The metric families for quote providers. */
export const PROVIDER_METRICS = {
  providerRequests: counterOf('coxswain_provider_requests_total', 'Number of quotes that were requested from a provider, by result.', [
    'provider',
    'outcome',
  ]),
  providerDurationSeconds: histogramOf(
    'coxswain_provider_duration_seconds',
    'Seconds until a provider answered a quote request, including failures.',
    ['provider'],
    REMOTE_SECONDS,
  ),
  providerUsed: counterOf('coxswain_provider_used_total', 'Number of transactions that were built from a quote of a provider.', [
    'provider',
  ]),
};

/** Counts and traces the requests to quote providers, and counts for each provider how many of its quotes are used. */
export function countProviders(
  metrics: Metrics,
  traceCall: TraceCall,
): { readonly asked: (provider: string, outcome: string, ms: number) => void; readonly used: (provider: string) => void } {
  const requests = metrics.counter(PROVIDER_METRICS.providerRequests);
  const seconds = metrics.histogram(PROVIDER_METRICS.providerDurationSeconds);
  const used = metrics.counter(PROVIDER_METRICS.providerUsed);
  return {
    asked(provider, outcome, ms) {
      requests.of(provider, outcome).inc();
      seconds.of(provider).observe(ms / 1_000);
      traceCall(outcome, { name: `quote ${provider}`, ms, facts: { 'coxswain.provider': provider, 'coxswain.provider.outcome': outcome } });
    },
    used: (provider) => used.of(provider).inc(),
  };
}
