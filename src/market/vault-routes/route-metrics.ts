import { counterOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { AskedRoute } from '../../values/route-trail.ts';

/** The metric families for routes of orders and trades. */
export const ROUTE_METRICS = {
  vaultRoutes: counterOf(
    'coxswain_vault_routes_total',
    'Number of times that a source of routes was considered for an order or trade, by result: chosen, outbid (another source offered more), or the reason why the source was not used.',
    ['provider', 'result'],
  ),
};

/** Counts, for each source, how its routes for orders and trades ended. */
export type CountRoutes = (asked: readonly AskedRoute[]) => void;

export function countRoutes(metrics: Metrics): CountRoutes {
  const counter = metrics.counter(ROUTE_METRICS.vaultRoutes);
  return (asked) => {
    for (const { source, result } of asked) counter.of(source, result).inc();
  };
}
