import type { TransactionWatch } from '../../../actors/transaction-sender/effects.ts';
import type { Log } from '../../platform/log/log.ts';
import type { OutsideMetrics } from '../../platform/metrics/outside-metrics.ts';
import type { Tracer } from '../../platform/tracing/tracer.ts';

/** Counts, logs and traces sent transactions. */
export function watchTransactions(outside: OutsideMetrics, log: Log, tracer: Tracer | null): TransactionWatch {
  const note = (effectKey: string, chainId: number, txHash: string) =>
    tracer?.note(effectKey, { 'coxswain.chain.id': chainId, 'coxswain.tx.hash': txHash });
  return {
    sent({ chainId, txHash, answer, effectKey }) {
      outside.transactionSent(chainId, answer);
      note(effectKey, chainId, txHash);
      log.info('Transaction sent', { chainId, txHash, answer });
    },
    seen({ chainId, txHash, status, effectKey }) {
      note(effectKey, chainId, txHash);
      log.debug('A receipt was seen', { chainId, txHash, status });
    },
    settled({ chainId, txHash, outcome, requestKey, effectKey }) {
      outside.transactionSettled(chainId, outcome);
      if (txHash !== null) note(effectKey, chainId, txHash);
      log.info('Transaction settled', { chainId, txHash, outcome, requestKey });
    },
  };
}
