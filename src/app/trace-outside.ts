import { currentScope } from '../platform/log/scope.ts';
import type { OutsideMetrics } from '../platform/metrics/outside-metrics.ts';
import type { OutsideCall, Tracer } from '../platform/tracing/tracer.ts';

/** Answers that are as good as any other: a call that reverts, a pair that a provider has no route for, a request that its client left. */
const NO_FAULTS: ReadonlySet<string> = new Set([
  'ok',
  'refused',
  'unsupported',
  'no-route',
  'amount-out-of-range',
  'rejected',
  'cancelled',
]);

/** Counts calls of nodes and of providers, and tells each as a span of the request or the effect that makes it. Without a tracer it only counts. */
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
