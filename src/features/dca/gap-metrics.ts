import { counterOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

/** The metrics that count missing events of DCA vaults. */
export const GAP_METRICS = {
  vaultGaps: counterOf(
    'coxswain_vault_gaps_total',
    "Number of DCA positions for which the vault's count of orders differs from the orders in the events that were read. The events of these " +
      'positions are read again.',
    ['chain_id'],
  ),
};

/** Counts, per chain, the positions for which the vault's counter and the number of processed events differ. */
export function countVaultGaps(metrics: Metrics): (chainId: number) => void {
  const gaps = metrics.counter(GAP_METRICS.vaultGaps);
  return (chainId) => gaps.of(String(chainId)).inc();
}
