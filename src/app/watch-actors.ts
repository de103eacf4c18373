import type { TransactionWatch } from '../../actors/transaction-sender/effects.ts';
import type { Log } from '../platform/log/log.ts';
import { currentScope, withinScope } from '../platform/log/scope.ts';
import type { OutsideMetrics } from '../platform/metrics/outside-metrics.ts';
import { formatTraceparent } from '../platform/tracing/trace-ids.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { AroundEffect } from '../runtime/effect-runner.ts';
import type { Cause } from '../runtime/record.ts';

/** The cause of an ask by a service: the request that the asking code answers, or the effect that it is called by. */
export function causeOfScope(): Cause {
  const scope = currentScope();
  if (scope !== null && scope.effectKey !== null) return { kind: 'actor', by: scope.effectKey };
  if (scope === null || scope.requestId === null) return { kind: 'http' };
  return { kind: 'http', by: scope.requestId, ...(scope.trace === null ? {} : { trace: formatTraceparent(scope.trace) }) };
}

/** Lets the code of an effect, and whatever it calls, write log lines that say which effect of which actor they are about. */
export function scopeEffects(tracer: Tracer | null): AroundEffect {
  return ({ actorId, key: effectKey, name: effect }, attempt) => {
    const trace = tracer?.placeOfEffect(effectKey) ?? null;
    const ids = trace === null ? {} : { traceId: trace.traceId, spanId: trace.spanId };
    return withinScope({ fields: { actorId, effect, effectKey, ...ids }, requestId: null, effectKey, trace }, attempt);
  };
}

/** Counts, logs and traces what the sender of transactions does. */
export function watchTransactions(outside: OutsideMetrics, log: Log, tracer: Tracer | null): TransactionWatch {
  const note = (effectKey: string, chainId: number, txHash: string) =>
    tracer?.note(effectKey, { 'coxswain.chain.id': chainId, 'coxswain.tx.hash': txHash });
  return {
    sent({ chainId, txHash, answer, effectKey }) {
      outside.transactionSent(chainId, answer);
      note(effectKey, chainId, txHash);
      log.info('A transaction was handed to its chain', { chainId, txHash, answer });
    },
    seen({ chainId, txHash, status, effectKey }) {
      note(effectKey, chainId, txHash);
      log.debug('A receipt was seen', { chainId, txHash, status });
    },
    settled({ chainId, txHash, outcome, requestKey, effectKey }) {
      outside.transactionSettled(chainId, outcome);
      if (txHash !== null) note(effectKey, chainId, txHash);
      log.info('It is known what became of a transaction', { chainId, txHash, outcome, requestKey });
    },
  };
}
