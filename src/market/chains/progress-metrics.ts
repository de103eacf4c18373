import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { CHAIN_TROUBLE_WORDS, type ChainTrouble } from './chain-trouble.ts';

/** The metric families of the chains' progress. */
export const PROGRESS_METRICS = {
  chainDegraded: gaugeOf(
    'coxswain_chain_degraded',
    '1 while a chain makes no progress, by reason: standing-still, behind-time, unreadable, no-receipt or not-final; otherwise 0.',
    ['chain_id', 'state'],
  ),
  transactionWaitingSeconds: gaugeOf(
    'coxswain_transaction_waiting_seconds',
    "Seconds for which the executor's oldest transaction has waited for a final receipt; 0 if none waits.",
    ['chain_id'],
  ),
  transactionsInFlight: gaugeOf(
    'coxswain_transactions_in_flight',
    'Number of transactions that the executor has signed and that have no final receipt yet.',
    ['chain_id'],
  ),
};

export type ChainProgress = {
  readonly chainId: number;
  readonly troubles: readonly ChainTrouble[];
  /**
   * Number of signed transactions that wait for a receipt, and how long the oldest of them has waited, in ms. Null when the node sends no
   * transactions on the chain.
   */
  readonly waiting: { readonly count: number; readonly longestMs: number } | null;
};

/** Exposes as metrics which chains make no progress, and how long sent transactions have been waiting. */
export function showProgress(metrics: Metrics, progress: () => readonly ChainProgress[]): void {
  const degraded = metrics.gauge(PROGRESS_METRICS.chainDegraded);
  const waited = metrics.gauge(PROGRESS_METRICS.transactionWaitingSeconds);
  const inFlight = metrics.gauge(PROGRESS_METRICS.transactionsInFlight);
  metrics.beforeReading(() => {
    for (const { chainId, troubles, waiting } of progress()) {
      for (const state of CHAIN_TROUBLE_WORDS) degraded.of(String(chainId), state).set(troubles.some(({ word }) => word === state) ? 1 : 0);
      if (waiting === null) continue;
      waited.of(String(chainId)).set(waiting.longestMs / 1_000);
      inFlight.of(String(chainId)).set(waiting.count);
    }
  });
}
