import { HTTP_SECONDS } from './buckets.ts';
import { counterOf, gaugeOf, histogramOf } from './families.ts';
import type { Counter, Gauge, Histogram, Metrics } from './metrics.ts';

/** The metric families of HTTP requests. */
export const HTTP_METRICS = {
  httpRequests: counterOf('coxswain_http_requests_total', 'Number of answered requests, by route pattern.', ['method', 'route', 'status']),
  httpRequestDurationSeconds: histogramOf(
    'coxswain_http_request_duration_seconds',
    'Seconds from the arrival of a request to its answer, or to the start of a stream.',
    ['method', 'route'],
    HTTP_SECONDS,
  ),
  sseClients: gaugeOf('coxswain_sse_clients', 'Number of clients that are connected to an event stream, by route.', ['stream']),
};

export type HttpMetrics = {
  answered(method: string, route: string, status: number, ms: number): void;
  streamBegan(route: string): () => void;
};

type OfRoute = { readonly seconds: Histogram; readonly byStatus: Map<number, Counter> };

/** The HTTP methods that are counted by name. Any other method counts as `other`, because a client may send any text as the method. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Counts requests by the pattern of their route. The look-ups use existing numbers and short strings as keys, so that no memory is
 * allocated for each request.
 */
export function createHttpMetrics(metrics: Metrics): HttpMetrics {
  const requests = metrics.counter(HTTP_METRICS.httpRequests);
  const seconds = metrics.histogram(HTTP_METRICS.httpRequestDurationSeconds);
  const streams = metrics.gauge(HTTP_METRICS.sseClients);
  const routes = new Map<string, Map<string, OfRoute>>();

  function ofRoute(method: string, route: string): OfRoute {
    const ofMethod = routes.get(method) ?? new Map<string, OfRoute>();
    routes.set(method, ofMethod);
    const made = { seconds: seconds.of(method, route), byStatus: new Map<number, Counter>() };
    ofMethod.set(route, made);
    return made;
  }

  return {
    answered(asked, route, status, ms) {
      const method = METHODS.has(asked) ? asked : 'other';
      const known = routes.get(method)?.get(route) ?? ofRoute(method, route);
      let counter = known.byStatus.get(status);
      if (counter === undefined) {
        counter = requests.of(method, route, String(status));
        known.byStatus.set(status, counter);
      }
      counter.inc();
      known.seconds.observe(ms / 1_000);
    },
    streamBegan(route) {
      const clients: Gauge = streams.of(route);
      clients.add(1);
      return () => clients.add(-1);
    },
  };
}
