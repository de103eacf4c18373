import type { RequestWatch, WatchedRequest } from '../http/request-watch.ts';
import { type Scope, withinScope } from '../platform/log/scope.ts';
import type { HttpMetrics } from '../platform/metrics/http-metrics.ts';
import type { OpenRequest, Tracer } from '../platform/tracing/tracer.ts';

/** Counts requests, traces them if tracing is on, and makes the request id available to all code that runs for a request. */
export function watchRequests(http: HttpMetrics, tracer: Tracer | null): RequestWatch {
  const open = new WeakMap<WatchedRequest, OpenRequest>();

  function scopeOf(request: Request, context: WatchedRequest): Scope {
    const requestId = context.id;
    if (tracer === null) return { fields: { requestId }, requestId, effectKey: null, trace: null };
    const opened = tracer.openRequest(request.headers.get('traceparent'), requestId);
    open.set(context, opened);
    const { traceId, spanId } = opened.place;
    return { fields: { requestId, traceId, spanId }, requestId, effectKey: null, trace: opened.place };
  }

  return {
    within: (request, context, answer) => withinScope(scopeOf(request, context), answer),
    answered(request, context, status, ms) {
      http.answered(request.method, context.route, status, ms);
      const opened = open.get(context);
      if (tracer === null || opened === undefined) return;
      const { method } = request;
      const facts = { 'http.request.method': method, 'http.route': context.route, 'http.response.status_code': status };
      tracer.endRequest(opened, { name: `${method} ${context.route}`, status, facts: { ...facts, 'coxswain.request.id': context.id } });
    },
    streamBegan: http.streamBegan,
  };
}
