import type { OnRpc } from '../../platform/chain/watch-rpc.ts';
import { REMOTE_SECONDS } from '../../platform/metrics/buckets.ts';
import { counterOf, histogramOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { TraceCall } from '../../platform/tracing/trace-call.ts';

/** The metric families for calls to the chains' RPC endpoints. */
export const RPC_METRICS = {
  rpcRequests: counterOf(
    'coxswain_rpc_requests_total',
    'Number of calls to RPC endpoints. A call with its retries at the same endpoint counts once.',
    ['chain_id', 'method', 'outcome'],
  ),
  rpcDurationSeconds: histogramOf(
    'coxswain_rpc_duration_seconds',
    'Duration of calls to RPC endpoints, in seconds.',
    ['chain_id'],
    REMOTE_SECONDS,
  ),
};

/** Counts and traces each call to an RPC endpoint of a chain. */
export function countRpc(metrics: Metrics, traceCall: TraceCall): OnRpc {
  const requests = metrics.counter(RPC_METRICS.rpcRequests);
  const seconds = metrics.histogram(RPC_METRICS.rpcDurationSeconds);
  return ({ chainId, method, outcome, ms }) => {
    const chain = String(chainId);
    requests.of(chain, method, outcome).inc();
    seconds.of(chain).observe(ms / 1_000);
    const facts = { 'rpc.method': method, 'coxswain.chain.id': chainId, 'coxswain.rpc.outcome': outcome };
    traceCall(outcome, { name: `rpc ${method}`, ms, facts });
  };
}
