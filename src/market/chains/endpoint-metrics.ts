import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { OpenChains } from './open-chains.ts';

/** The metric families of the chains' RPC endpoints. */
export const ENDPOINT_METRICS = {
  endpointLeftAside: gaugeOf(
    'coxswain_endpoint_left_aside',
    '1 while an RPC endpoint of a chain is avoided, by reason (behind, other-fork, failing and others); otherwise 0.',
    ['chain_id', 'endpoint', 'reason'],
  ),
};

/** Exposes as metrics which RPC endpoints of chains are not used at present, and why. */
export function showEndpoints(metrics: Metrics, { chains }: Pick<OpenChains, 'chains'>): void {
  const aside = metrics.gauge(ENDPOINT_METRICS.endpointLeftAside);
  const shown = new Map<string, Set<string>>();
  metrics.beforeReading(() => {
    for (const { chainId, host, trouble } of chains.endpoints()) {
      const key = `${chainId} ${host}`;
      const reasons = shown.get(key) ?? new Set();
      shown.set(key, reasons);
      reasons.add(trouble ?? 'none');
      for (const reason of reasons) aside.of(String(chainId), host, reason).set(reason === trouble ? 1 : 0);
    }
  });
}
