import { showDeferred } from '../../src/operator/metrics/deferred-metrics.ts';
import { showDisk, showStrangersWrites } from '../../src/operator/metrics/disk-metrics.ts';
import { countFeed } from '../../src/operator/metrics/feed-metrics.ts';
import { showFollowers } from '../../src/operator/metrics/follower-metrics.ts';
import { showLate } from '../../src/operator/metrics/late-metrics.ts';
import { countProcess } from '../../src/operator/metrics/process-metrics.ts';
import { measuredStore } from '../../src/operator/metrics/store-metrics.ts';
import { showSystem } from '../../src/operator/metrics/system-metrics.ts';
import { showTroubles } from '../../src/operator/metrics/trouble-metrics.ts';
import { createHttpMetrics } from '../../src/platform/metrics/http-metrics.ts';
import type { MetricDescription } from '../../src/platform/metrics/metrics.ts';
import { createServiceMetrics } from '../../src/platform/metrics/service-metrics.ts';
import { createMemoryActorStore } from '../../src/platform/store/memory/memory-actor-store.ts';
import { createFeed } from '../../src/runtime/engine/feed.ts';
import { countSockets } from '../../src/sockets/socket-metrics.ts';
import { startAllModules } from './start-all-modules.ts';

/**
 * Returns the descriptions of all metrics of a service: those of its modules, which are started for this purpose, and those of the process.
 * No metric value is read.
 */
export async function describedMetrics(): Promise<readonly MetricDescription[]> {
  const { metrics } = (await startAllModules()).platform;
  createHttpMetrics(metrics);
  createServiceMetrics(metrics);
  const notAsked = () => {
    throw new Error('Nothing is read for a description');
  };
  measuredStore(createMemoryActorStore(), metrics);
  countFeed(createFeed(notAsked), metrics);
  showSystem(metrics, { system: notAsked, feed: notAsked, requestsPending: notAsked, counts: notAsked, now: notAsked, onError: notAsked });
  showDisk(metrics, { disk: null, isBelowFloor: notAsked, now: notAsked, onError: notAsked });
  showStrangersWrites(metrics, { bytes: notAsked, share: notAsked });
  showDeferred(metrics, { deferred: { followers: [], totals: notAsked }, now: notAsked, onError: notAsked });
  showFollowers(metrics, { positions: notAsked, headOf: notAsked, now: notAsked, onError: notAsked });
  showTroubles(metrics, {});
  countSockets(metrics);
  showLate(metrics, notAsked);
  countProcess(metrics, { version: '0.0.0', store: 'memory', startedAtMs: 0, now: notAsked })();
  return metrics.described();
}
