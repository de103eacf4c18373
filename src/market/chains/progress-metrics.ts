import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { CHAIN_TROUBLE_WORDS, type ChainTrouble } from './chain-trouble.ts';

/** The families of metrics that are kept here. */
export const PROGRESS_METRICS = {
  chainDegraded: gaugeOf(
    'coxswain_chain_degraded',
    '1 while a chain makes no progress, by reason: standing-still, behind-time, unreadable, no-receipt, not-final.',
    ['chain_id', 'state'],
  ),
  transactionWaitingSeconds: gaugeOf(
    'coxswain_transaction_waiting_seconds',
    "How long the executor's oldest transaction has waited for a final receipt; 0 without one.",
    ['chain_id'],
  ),
};

export type ChainProgress = {
  readonly chainId: number;
  readonly troubles: readonly ChainTrouble[];
  /** How long sent transactions have waited, ms; null when the node sends nothing on this chain. */
  readonly waitedMs: number | null;
};

/** Exposes as metrics which chains make no progress, and how long sent transactions wait. */
export function showProgress(metrics: Metrics, progress: () => readonly ChainProgress[]): void {
  const degraded = metrics.gauge(PROGRESS_METRICS.chainDegraded);
  const waited = metrics.gauge(PROGRESS_METRICS.transactionWaitingSeconds);
  metrics.beforeReading(() => {
    for (const { chainId, troubles, waitedMs } of progress()) {
      for (const state of CHAIN_TROUBLE_WORDS) degraded.of(String(chainId), state).set(troubles.some(({ word }) => word === state) ? 1 : 0);
      if (waitedMs !== null) waited.of(String(chainId)).set(waitedMs / 1_000);
    }
  });
}
