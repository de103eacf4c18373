import { expect, test } from 'bun:test';
import { countProviders, PROVIDER_METRICS } from '../../../../src/features/quotes/provider-metrics.ts';
import { countRpc, RPC_METRICS } from '../../../../src/market/chains/rpc-metrics.ts';
import { withinScope } from '../../../../src/platform/log/scope.ts';
import { familiesOf } from '../../../../src/platform/metrics/families.ts';
import { createPromMetrics } from '../../../../src/platform/metrics/prom-metrics.ts';
import type { SpanRecord } from '../../../../src/platform/tracing/spans.ts';
import { createTraceCall } from '../../../../src/platform/tracing/trace-call.ts';
import { createTracer } from '../../../../src/platform/tracing/tracer.ts';

function createTraced() {
  const spans: SpanRecord[] = [];
  const metrics = createPromMetrics([PROVIDER_METRICS, RPC_METRICS].flatMap(familiesOf));
  const tracer = createTracer({
    sink: { tell: (span) => spans.push(span) },
    sampling: { isParentBased: true, ratio: 0 },
    history: async () => [],
    clock: { now: () => 5_000 },
    nodeId: 'node',
  });
  const traceCall = createTraceCall(tracer);
  return { spans, metrics, rpc: countRpc(metrics, traceCall), provider: countProviders(metrics, traceCall).asked };
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

test('spans of RPC calls and quotes are below their causes, with duration and error', () => {
  const { spans, rpc, provider } = createTraced();
  within(true, () => {
    rpc({ chainId: 1, method: 'eth_call', outcome: 'refused', ms: 20 });
    rpc({ chainId: 1, method: 'eth_call', outcome: 'timeout', ms: 3_000 });
    provider('zeroX', 'no-route', 100.5);
    provider('zeroX', 'malformed-reply', 1);
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

test('calls that are not sampled, or outside a trace, are only counted', async () => {
  const { spans, rpc, metrics } = createTraced();
  within(false, () => rpc({ chainId: 1, method: 'eth_call', outcome: 'ok', ms: 1 }));
  rpc({ chainId: 1, method: 'eth_call', outcome: 'ok', ms: 1 });
  expect(spans).toEqual([]);
  expect((await metrics.render('prometheus')).text).toContain('coxswain_rpc_requests_total{chain_id="1",method="eth_call",outcome="ok"} 2');
});

test('without a tracer calls are only counted', async () => {
  const metrics = createPromMetrics(familiesOf(RPC_METRICS));
  within(true, () => countRpc(metrics, createTraceCall(null))({ chainId: 1, method: 'eth_call', outcome: 'ok', ms: 1 }));
  expect((await metrics.render('prometheus')).text).toContain('coxswain_rpc_requests_total{chain_id="1",method="eth_call",outcome="ok"} 1');
});
