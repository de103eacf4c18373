import type { TransactionWatch } from '../../../actors/transaction-sender/effects.ts';
import type { Log } from '../../platform/log/log.ts';
import { counterOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Tracer } from '../../platform/tracing/tracer.ts';

/** The metric families for the transactions that this node sends. */
export const TRANSACTION_METRICS = {
  transactionsSent: counterOf(
    'coxswain_transactions_sent_total',
    'Number of transactions sent to RPC endpoints, by reply. Repeated sending of a transaction counts again.',
    ['chain_id', 'answer'],
  ),
  transactions: counterOf('coxswain_transactions_total', 'Number of requested transactions whose outcome is known.', [
    'chain_id',
    'outcome',
  ]),
};

/** Counts, logs and traces the transactions that this node sends. */
export function watchTransactions(metrics: Metrics, log: Log, tracer: Tracer | null): TransactionWatch {
  const sentInAll = metrics.counter(TRANSACTION_METRICS.transactionsSent);
  const settledInAll = metrics.counter(TRANSACTION_METRICS.transactions);
  const note = (effectKey: string, chainId: number, txHash: string) =>
    tracer?.note(effectKey, { 'coxswain.chain.id': chainId, 'coxswain.tx.hash': txHash });
  return {
    sent({ chainId, txHash, answer, effectKey }) {
      sentInAll.of(String(chainId), answer).inc();
      note(effectKey, chainId, txHash);
      log.info('Transaction sent', { chainId, txHash, answer });
    },
    seen({ chainId, txHash, status, effectKey }) {
      note(effectKey, chainId, txHash);
      log.debug('Receipt of a transaction received', { chainId, txHash, status });
    },
    settled({ chainId, txHash, outcome, requestKey, effectKey }) {
      settledInAll.of(String(chainId), outcome).inc();
      if (txHash !== null) note(effectKey, chainId, txHash);
      log.info('Transaction settled', { chainId, txHash, outcome, requestKey });
    },
  };
}
