import { secretsInUrl } from '../../values/secrets-in-url.ts';
import { exampleOf, lineOf } from '../kinds.ts';
import { readTracing } from '../read-tracing.ts';
import { hostOf } from '../say.ts';
import { defineSettings, setting } from '../setting.ts';

/**
 * Settings for trace export. The settings have the names that OpenTelemetry defines, and are read together because they depend on each
 * other.
 */
export const traces = defineSettings({
  of: 'process',
  title: 'Traces',
  settings: {
    tracing: setting({
      lines: [
        exampleOf(
          'OTEL_EXPORTER_OTLP_ENDPOINT',
          'http://localhost:4318',
          'The address to which traces are sent: an OTLP/HTTP receiver such as an OpenTelemetry collector, Jaeger or Tempo, without ' +
            '/v1/traces. Not set: nothing is traced.',
        ),
        exampleOf(
          'OTEL_EXPORTER_OTLP_HEADERS',
          'authorization=Bearer%20long-random-text',
          'HTTP headers of every request to the receiver of traces: name=value,name=value with percent-encoded values.',
        ),
        exampleOf('OTEL_SERVICE_NAME', 'coxswain', 'The name that this service has in traces.'),
        lineOf(
          'OTEL_TRACES_SAMPLER',
          'parentbased_always_on',
          'Which requests are traced: always_on, always_off, traceidratio (a share of them), or one of these after parentbased_. With parentbased_, a client that sends a traceparent header decides whether its request is traced.',
        ),
        exampleOf('OTEL_TRACES_SAMPLER_ARG', '0.1', 'The share of requests that traceidratio traces, from 0 to 1.'),
      ],
      read: readTracing,
      say: (tracing) => (tracing === null ? 'nothing is traced' : `to ${hostOf(tracing.url)}, a share of ${tracing.sampling.ratio}`),
      secretsIn: (tracing) => (tracing === null ? [] : [...Object.values(tracing.headers), ...secretsInUrl(tracing.url)]),
    }),
  },
});
