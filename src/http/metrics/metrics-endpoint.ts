import type { Log } from '../../platform/log/log.ts';
import type { MetricsFormat } from '../../platform/metrics/metrics.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { createErrorReply } from '../error-reply.ts';
import { whenAnswerable } from '../held-refusal.ts';
import { bareReply } from '../reply.ts';
import { responseOf } from '../response-of.ts';
import { refuseOtherSites } from '../same-origin.ts';

/** The path from which Prometheus reads metrics by default. */
export const METRICS_PATH = '/metrics';

const REQUEST_ID = 'metrics';

/**
 * Answers metrics requests of Prometheus before all middleware and without counting them. Access requires the same permissions as operator
 * routes, because the numbers show the service's earnings.
 */
export function createMetricsEndpoint(deps: {
  readonly render: (format: MetricsFormat) => Promise<{ readonly text: string; readonly contentType: string }>;
  /** Throws when the sender of the request may not read the metrics. */
  readonly authorize: (request: Request) => unknown;
  readonly log: Log;
}): (request: Request) => Promise<Response> {
  const errorReply = createErrorReply(deps.log);
  return async (request) => {
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw notAllowed(request.method);
      refuseOtherSites(request);
      deps.authorize(request);
      const { text, contentType } = await deps.render(formatOf(request));
      return responseOf(bareReply(text, { headers: { 'content-type': contentType } }), REQUEST_ID);
    } catch (error) {
      await whenAnswerable(error);
      const response = responseOf(errorReply(error, REQUEST_ID), REQUEST_ID);
      if (response.status === 401) response.headers.set('www-authenticate', 'Bearer');
      if (response.status === 405) response.headers.set('allow', 'GET, HEAD, OPTIONS');
      return response;
    }
  };
}

/** Selects the metrics format by the header `Accept`. Since version 2.5, Prometheus requests OpenMetrics first; curl requests no format. */
function formatOf(request: Request): MetricsFormat {
  return (request.headers.get('accept') ?? '').includes('application/openmetrics-text') ? 'openmetrics' : 'prometheus';
}

function notAllowed(method: string): TerminalError {
  return new TerminalError({ code: 'method-not-allowed', status: 405, message: `This path supports only GET, not ${method}.` });
}
