import type { Config } from '../config.ts';
import type { Log } from '../platform/log/log.ts';
import { withinScope } from '../platform/log/scope.ts';
import type { SpanSink } from '../platform/tracing/spans.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';

export type OpenTracing = { readonly tracer: Tracer; readonly close: () => Promise<void> };

/** Opens the trace exporter that the settings configure. Its packages are loaded only when one is configured. */
export async function openTracing(
  config: Config,
  deps: {
    readonly store: Pick<ActorStore, 'history'>;
    readonly nodeId: string;
    readonly version: string;
    readonly clock: Clock;
    readonly log: Log;
  },
): Promise<OpenTracing | null> {
  if (config.tracing === null) return null;
  const { url, headers, serviceName, sampling } = config.tracing;
  const { store, nodeId, version, clock, log } = deps;
  const [{ createOtlpSink }, { createTracer }] = await Promise.all([
    import('../platform/tracing/otlp-sink.ts'),
    import('../platform/tracing/tracer.ts'),
  ]);
  const sink = createOtlpSink({ url, headers, serviceName, version, nodeId, log });
  // One delivery of trace spans contains the spans of many requests. Therefore the log lines about a delivery must not contain the id of
  // the request that happened to trigger it.
  const told: Pick<SpanSink, 'tell'> = { tell: (span) => withinScope(null, () => sink.tell(span)) };
  return { tracer: createTracer({ sink: told, sampling, history: store.history, clock, nodeId }), close: sink.close };
}
