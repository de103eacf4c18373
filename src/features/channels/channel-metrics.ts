import { counterOf, gaugeOf, histogramOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

export const CHANNEL_METRICS = {
  deliveries: counterOf(
    'coxswain_channel_deliveries_total',
    'Number of attempts to deliver notifications to channels, by outcome. Switching off a channel is counted as an outcome too.',
    ['channel', 'outcome'],
  ),
  delay: histogramOf(
    'coxswain_channel_delay_seconds',
    'Seconds from the creation of a notification to its delivery. Waiting for the end of quiet hours and repeated attempts is included.',
    ['channel'],
    [1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 14_400, 43_200, 86_400],
  ),
  queueAge: gaugeOf(
    'coxswain_channel_queue_age_seconds',
    'Age in seconds of the oldest notification that is not delivered to its channels yet.',
    ['state'],
  ),
};

export type DeliveryOutcome = 'delivered' | 'failed' | 'held' | 'gone' | 'switched-off';

export type ChannelCounting = {
  readonly count: (kind: string, outcome: DeliveryOutcome) => void;
  readonly observeDelay: (kind: string, ms: number) => void;
};

export function countChannels(metrics: Pick<Metrics, 'counter' | 'histogram'>): ChannelCounting {
  const deliveries = metrics.counter(CHANNEL_METRICS.deliveries);
  const delay = metrics.histogram(CHANNEL_METRICS.delay);
  return {
    count: (kind, outcome) => deliveries.of(kind, outcome).inc(),
    observeDelay: (kind, ms) => delay.of(kind).observe(Math.max(0, ms) / 1_000),
  };
}
