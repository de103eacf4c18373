import { expect, test } from 'bun:test';
import { traceOutside } from '../../../../src/app/trace-outside.ts';
import { withinScope } from '../../../../src/platform/log/scope.ts';
import { createOutsideMetrics, OUTSIDE_METRICS } from '../../../../src/platform/metrics/outside-metrics.ts';
import { createPromMetrics } from '../../../../src/platform/metrics/prom-metrics.ts';
import type { SpanRecord } from '../../../../src/platform/tracing/spans.ts';
import { createTracer } from '../../../../src/platform/tracing/tracer.ts';

function createTraced() {
  const spans: SpanRecord[] = [];
  const metrics = createPromMetrics(Object.values(OUTSIDE_METRICS));
  const tracer = createTracer({
    sink: { tell: (span) => spans.push(span) },
    sampling: { isParentBased: true, ratio: 0 },
    history: async () => [],
    clock: { now: () => 5_000 },
    nodeId: 'node',
  });
  return { spans, metrics, tracer, outside: traceOutside(createOutsideMetrics(metrics), tracer) };
}

const within = (isSampled: boolean, work: () => void) =>
  withinScope(
    {
      fields: {},
      requestId: 'r1',
      effectKey: null,
      trace: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled },
    },
    work,
  );

test('a call of a node and a quote are told under what makes them, with how long they took and what went wrong', () => {
  const { spans, outside } = createTraced();
  within(true, () => {
    outside.rpc({ chainId: 1, method: 'eth_call', outcome: 'refused', ms: 20 });
    outside.rpc({ chainId: 1, method: 'eth_call', outcome: 'timeout', ms: 3_000 });
    outside.provider('zeroX', 'no-route', 100.5);
    outside.provider('zeroX', 'malformed-reply', 1);
  });
  expect(spans.map(({ name, kind, startMs, endMs, error, parentSpanId }) => [name, kind, startMs, endMs, error, parentSpanId])).toEqual([
    ['rpc eth_call', 'client', 4_980, 5_000, null, 'b7ad6b7169203331'],
    ['rpc eth_call', 'client', 2_000, 5_000, 'timeout', 'b7ad6b7169203331'],
    ['quote zeroX', 'client', 4_899.5, 5_000, null, 'b7ad6b7169203331'],
    ['quote zeroX', 'client', 4_999, 5_000, 'malformed-reply', 'b7ad6b7169203331'],
  ]);
  expect(new Set(spans.map(({ place }) => place.spanId)).size).toBe(4);
  expect(spans[0]?.facts).toEqual({ 'rpc.method': 'eth_call', 'coxswain.chain.id': 1, 'coxswain.rpc.outcome': 'refused' });
});

test('what is not sampled, and what nobody is traced for, is only counted', async () => {
  const { spans, outside, metrics } = createTraced();
  within(false, () => outside.rpc({ chainId: 1, method: 'eth_call', outcome: 'ok', ms: 1 }));
  outside.rpc({ chainId: 1, method: 'eth_call', outcome: 'ok', ms: 1 });
  expect(spans).toEqual([]);
  expect((await metrics.render('prometheus')).text).toContain('coxswain_rpc_requests_total{chain_id="1",method="eth_call",outcome="ok"} 2');
});

test('without a tracer nothing stands between', () => {
  const outside = createOutsideMetrics(createPromMetrics(Object.values(OUTSIDE_METRICS)));
  expect(traceOutside(outside, null)).toBe(outside);
});
