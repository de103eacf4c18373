import { currentScope } from '../platform/log/scope.ts';
import type { OutsideMetrics } from '../platform/metrics/outside-metrics.ts';
import type { OutsideCall, Tracer } from '../platform/tracing/tracer.ts';

/** Error codes that are valid answers and no faults: a reverted call, a pair without a route, a request whose client left. */
const NO_FAULTS: ReadonlySet<string> = new Set([
  'ok',
  'refused',
  'unsupported',
  'no-route',
  'amount-out-of-range',
  'rejected',
  'cancelled',
]);

/** Counts calls to chain endpoints and providers, and traces each as a span of its request or effect. Without a tracer it only counts. */
export function traceOutside(outside: OutsideMetrics, tracer: Pick<Tracer, 'called'> | null): OutsideMetrics {
  if (tracer === null) return outside;

  function tell(outcome: string, call: Omit<OutsideCall, 'error'>): void {
    const place = currentScope()?.trace ?? null;
    if (place !== null) tracer?.called(place, { ...call, error: NO_FAULTS.has(outcome) ? null : outcome });
  }

  return {
    ...outside,
    rpc(call) {
      outside.rpc(call);
      const { chainId, method, outcome, ms } = call;
      const facts = { 'rpc.method': method, 'coxswain.chain.id': chainId, 'coxswain.rpc.outcome': outcome };
      tell(outcome, { name: `rpc ${method}`, ms, facts });
    },
    provider(name, outcome, ms) {
      outside.provider(name, outcome, ms);
      tell(outcome, { name: `quote ${name}`, ms, facts: { 'coxswain.provider': name, 'coxswain.provider.outcome': outcome } });
    },
  };
}
