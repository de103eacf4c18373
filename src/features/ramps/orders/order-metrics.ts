import { counterOf } from '../../../platform/metrics/families.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import type { RampOrderReading, TellParams } from '../../../values/ramp-order.ts';
import type { WebhookOutcome } from './take-webhook.ts';

/** The families of metrics about orders at ramp providers. */
export const ORDER_METRICS = {
  changes: counterOf(
    'coxswain_ramp_order_changes_total',
    'Number of status changes of ramp orders, by provider, corridor (side of the trade and currency) and new status.',
    ['provider', 'corridor', 'status'],
  ),
  webhooks: counterOf('coxswain_ramp_webhooks_total', 'Number of webhooks received from ramp providers, by result.', [
    'provider',
    'outcome',
  ]),
  short: counterOf(
    'coxswain_ramp_short_deliveries_total',
    'Number of completed purchases for which less crypto arrived than the provider had promised.',
    ['provider'],
  ),
};

export function countOrders(metrics: Metrics) {
  const changes = metrics.counter(ORDER_METRICS.changes);
  const webhooks = metrics.counter(ORDER_METRICS.webhooks);
  const short = metrics.counter(ORDER_METRICS.short);
  return {
    change({ terms, arrival }: RampOrderReading, { status }: TellParams): void {
      changes.of(terms.provider, corridorOf(terms), status).inc();
      if (status === 'completed' && arrival?.kind === 'arrived' && arrival.missing !== null) short.of(terms.provider).inc();
    },
    webhook: (provider: string, outcome: WebhookOutcome) => webhooks.of(provider, outcome).inc(),
  };
}

/**
 * Returns the metric label for what an order trades, such as `buy EUR` or `exchange`. The currencies come from the providers' catalogues,
 * so the number of different labels is limited.
 */
function corridorOf({ side, fiat, fiatNetwork }: RampOrderReading['terms']): string {
  return fiatNetwork === null ? `${side} ${fiat}` : 'exchange';
}
