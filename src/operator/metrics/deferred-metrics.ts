import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';
import type { DeferredList } from '../deferred/deferred-list.ts';

/** Metric families for deferred vault events. */
export const DEFERRED_METRICS = {
  deferredItems: gaugeOf('coxswain_deferred_items', 'Number of vault events that could not be processed and wait for a retry.', [
    'follower',
  ]),
  deferredOldestSeconds: gaugeOf('coxswain_deferred_oldest_seconds', 'Age in seconds of the oldest vault event that waits for a retry.', [
    'follower',
  ]),
};

/** Milliseconds for which the numbers of deferred events are cached before they are read from the store again. */
const EVERY_MS = 15_000;

/** Exports gauges of the deferred vault events in the store. All nodes of a cluster export the same values. */
export function showDeferred(
  metrics: Metrics,
  deps: {
    readonly deferred: Pick<DeferredList, 'totals' | 'followers'>;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
): void {
  const { deferred, now, onError } = deps;
  const count = metrics.gauge(DEFERRED_METRICS.deferredItems);
  const age = metrics.gauge(DEFERRED_METRICS.deferredOldestSeconds);
  for (const follower of deferred.followers) {
    count.of(follower).set(0);
    age.of(follower).set(0);
  }
  metrics.beforeReading(
    createSampled({
      everyMs: EVERY_MS,
      now,
      onError,
      async look() {
        for (const { follower, count: items, oldestAtMs } of await deferred.totals()) {
          count.of(follower).set(items);
          age.of(follower).set(oldestAtMs === null ? 0 : Math.max(0, now() - oldestAtMs) / 1_000);
        }
      },
    }),
  );
}
