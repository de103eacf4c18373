import { openMetrics } from '../../src/app/open-metrics.ts';
import { showEndpoints } from '../../src/market/chains/endpoint-metrics.ts';
import { showExecutors } from '../../src/market/chains/executor-metrics.ts';
import { showProgress } from '../../src/market/chains/progress-metrics.ts';
import { showDeferred } from '../../src/operator/metrics/deferred-metrics.ts';
import { showDisk, showStrangersWrites } from '../../src/operator/metrics/disk-metrics.ts';
import { countFeed } from '../../src/operator/metrics/feed-metrics.ts';
import { showFollowers } from '../../src/operator/metrics/follower-metrics.ts';
import { showLate } from '../../src/operator/metrics/late-metrics.ts';
import { countProcess } from '../../src/operator/metrics/process-metrics.ts';
import { measuredStore } from '../../src/operator/metrics/store-metrics.ts';
import { showSystem } from '../../src/operator/metrics/system-metrics.ts';
import { showTroubles } from '../../src/operator/metrics/trouble-metrics.ts';
import type { MetricDescription } from '../../src/platform/metrics/metrics.ts';
import { createMemoryActorStore } from '../../src/platform/store/memory/memory-actor-store.ts';
import { createFeed } from '../../src/runtime/engine/feed.ts';

/** Every metric that a running service declares. Their values are not read. */
export function describedMetrics(): readonly MetricDescription[] {
  const { metrics } = openMetrics();
  const notAsked = () => {
    throw new Error('Nothing is read for a description');
  };
  measuredStore(createMemoryActorStore(), metrics);
  countFeed(createFeed(notAsked), metrics);
  showSystem(metrics, { system: notAsked, feed: notAsked, requestsPending: notAsked, counts: notAsked, now: notAsked, onError: notAsked });
  const chains = { chainIds: [], has: () => false, of: notAsked, endpoints: notAsked };
  showDisk(metrics, { disk: null, isBelowFloor: notAsked, now: notAsked, onError: notAsked });
  showStrangersWrites(metrics, { bytes: notAsked, share: notAsked });
  showDeferred(metrics, { deferred: { totals: notAsked }, now: notAsked, onError: notAsked });
  showFollowers(metrics, { positions: notAsked, headOf: notAsked, now: notAsked, onError: notAsked });
  showTroubles(metrics, {});
  showEndpoints(metrics, { chains });
  showProgress(metrics, notAsked);
  showLate(metrics, notAsked);
  showExecutors(metrics, {
    openChains: { chains, signers: { has: () => false, of: notAsked }, executorOf: () => null },
    now: notAsked,
    onError: notAsked,
  });
  countProcess(metrics, { version: '0.0.0', store: 'memory', startedAtMs: 0, now: notAsked })();
  return metrics.described();
}
