import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

export const CHAT_METRICS = {
  waiting: gaugeOf('coxswain_chat_waiting', 'Number of requests on this node that wait for an answer of the assistant.', []),
};

/** Creates the function that shows in the metrics how many requests of this node wait for an answer. */
export function showWaiting(metrics: Pick<Metrics, 'gauge'>): (count: number) => void {
  const waiting = metrics.gauge(CHAT_METRICS.waiting).of();
  return (count) => waiting.set(count);
}
