import { counterOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { AlertKind } from '../../values/price-alert.ts';

export const ALERT_METRICS = {
  alerts: counterOf(
    'coxswain_alerts_total',
    'Number of price alerts and limit orders that were created, cancelled, or fired (their wallet was notified).',
    ['kind', 'event'],
  ),
};

export type CountAlert = (kind: AlertKind, event: 'created' | 'cancelled' | 'fired') => void;

export function countAlerts(metrics: Pick<Metrics, 'counter'>): CountAlert {
  const alerts = metrics.counter(ALERT_METRICS.alerts);
  return (kind, event) => alerts.of(kind, event).inc();
}
