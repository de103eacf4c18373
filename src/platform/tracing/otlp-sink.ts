import { type Attributes, type Link, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Log } from '../log/log.ts';
import type { TracePlace } from '../log/scope.ts';
import type { SpanSink } from './spans.ts';

export type OtlpSinkOptions = {
  /** The endpoint's URL with its path, such as `http://host:4318/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  /** The name of this process, exported as `service.instance.id`. */
  readonly nodeId: string;
  readonly log: Log;
  /** Milliseconds between two exports of spans. Default 2,000. */
  readonly everyMs?: number;
};

const DELIVERY_MS = 5_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * Creates the receiver of spans (timed pieces of work in a trace) that exports them over OTLP/HTTP in batches. This file is loaded only
 * when an endpoint is configured.
 */
export function createOtlpSink(options: OtlpSinkOptions): SpanSink {
  const { url, headers, serviceName, version, nodeId, log, everyMs = 2_000 } = options;
  const ids = { traceId: '', spanId: '' };
  const exporter = tellingOnce(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: DELIVERY_MS }), log);
  const processor = new BatchSpanProcessor(exporter, { scheduledDelayMillis: everyMs, exportTimeoutMillis: DELIVERY_MS });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version, 'service.instance.id': nodeId }),
    // The exporter samples every span, because only spans of traces that are to be exported are passed to it.
    sampler: new AlwaysOnSampler(),
    // OpenTelemetry creates new ids for each span, but our spans already have ids. The id generator therefore returns the ids of the span
    // that is being created. This is safe because a span is created and ended in one step.
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('coxswain', version);

  return {
    tell({ name, kind, place, parentSpanId, startMs, endMs, facts, error, links }) {
      ids.traceId = place.traceId;
      ids.spanId = place.spanId;
      const attributes: Attributes = { ...facts };
      const parent =
        parentSpanId === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf({ ...place, spanId: parentSpanId }));
      const span = tracer.startSpan(name, { kind: KINDS[kind], startTime: startMs, attributes, links: links.map(linkOf) }, parent);
      if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end(Math.max(startMs, endMs));
    },
    async close() {
      try {
        await provider.shutdown();
      } catch (error) {
        log.warn('The last spans of traces could not be delivered', { error });
      }
    },
  };
}

function contextOf({ traceId, spanId }: TracePlace) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

function linkOf(place: TracePlace): Link {
  return { context: contextOf(place) };
}

/** Wraps an exporter so that the log reports an unavailable endpoint once, and not at every export. */
function tellingOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isFailing)
          log.warn('Spans of traces could not be delivered and are lost; the service continues', { error: result.error });
        if (!failed && isFailing) log.info('Spans of traces can be delivered again');
        isFailing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
