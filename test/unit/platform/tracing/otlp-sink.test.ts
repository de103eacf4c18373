import { expect, test } from 'bun:test';
import { loadConfig } from '../../../../src/config.ts';
import { createPinoLog } from '../../../../src/platform/log/pino-log.ts';
import { createOtlpSink } from '../../../../src/platform/tracing/otlp-sink.ts';
import type { SpanRecord } from '../../../../src/platform/tracing/spans.ts';
import { freePort } from '../../../support/free-port.ts';
import { waitFor } from '../../../support/wait-for.ts';

const span: SpanRecord = {
  ...{ name: 'a', kind: 'internal', parentSpanId: null, startMs: 1, endMs: 2, facts: {}, error: null, links: [] },
  place: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled: true },
};

test('a receiver that refuses spans is logged once, and once more when it accepts them again', async () => {
  let isRefusing = true;
  let asked = 0;
  await using receiver = Bun.serve({
    port: 0,
    fetch() {
      asked += 1;
      return isRefusing ? new Response(null, { status: 400 }) : Response.json({});
    },
  });
  const lines: { level: string; message: string }[] = [];
  const log = createPinoLog({ level: 'info', write: (line) => lines.push(JSON.parse(line)) });
  const about = { headers: {}, serviceName: 'test', version: '0', nodeId: 'n', log, everyMs: 10 };
  const sink = createOtlpSink({ url: `http://127.0.0.1:${receiver.port}/v1/traces`, ...about });
  for (const count of [1, 2]) {
    sink.tell(span);
    await waitFor(() => asked === count, { what: `delivery ${count}` });
  }
  isRefusing = false;
  sink.tell(span);
  await waitFor(() => lines.length === 2, { what: 'the second line' });
  expect(lines).toMatchObject([{ level: 'warn' }, { level: 'info', message: 'Spans of traces can be delivered again' }]);
  await sink.close();
});

test('a receiver that is not there harms neither telling nor closing', async () => {
  const log = createPinoLog({ level: 'silent', write: () => undefined });
  const url = `http://127.0.0.1:${await freePort()}/v1/traces`;
  const sink = createOtlpSink({ url, headers: {}, serviceName: 'test', version: '0', nodeId: 'n', log, everyMs: 10 });
  sink.tell(span);
  await sink.close();
}, 15_000);

test('settings are OpenTelemetry’s own', () => {
  expect(loadConfig({}).tracing).toBeNull();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.org/' };
  expect(loadConfig(endpoint).tracing).toEqual({
    url: 'https://otlp.example.org/v1/traces',
    headers: {},
    serviceName: 'coxswain',
    sampling: { isParentBased: true, ratio: 1 },
  });
  const more = {
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, a=b',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
  expect(loadConfig({ ...endpoint, ...more }).tracing).toMatchObject({
    headers: { authorization: 'Bearer x', a: 'b' },
    sampling: { isParentBased: false, ratio: 0.1 },
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otlp.example.org'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
])('%s=%s is refused by name, and no header is quoted', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(name);
  if (name.endsWith('HEADERS')) expect(() => loadConfig({ [name]: value })).not.toThrow(value);
});
