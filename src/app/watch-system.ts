import { showExecutors } from '../market/chains/executor-metrics.ts';
import type { OpenChains } from '../market/chains/open-chains.ts';
import type { DeferredList } from '../market/deferred/deferred-list.ts';
import type { Networks } from '../market/networks/create-networks.ts';
import { showDeferred } from '../operator/metrics/deferred-metrics.ts';
import { showDisk } from '../operator/metrics/disk-metrics.ts';
import { showEndpoints } from '../operator/metrics/endpoint-metrics.ts';
import { countFeed } from '../operator/metrics/feed-metrics.ts';
import { createFollowerPlaces, showFollowers } from '../operator/metrics/follower-metrics.ts';
import { countProcess } from '../operator/metrics/process-metrics.ts';
import { showSystem } from '../operator/metrics/system-metrics.ts';
import { showTroubles, type Troubles } from '../operator/metrics/trouble-metrics.ts';
import type { LiveFeed } from '../platform/feed/live-feed.ts';
import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { ActorSystem } from '../runtime/system.ts';
import type { Clock } from '../values/clock.ts';
import type { DiskFloor } from './disk-floor.ts';
import { type FeedCounts, logFeed } from './log-feed.ts';
import { type LostErrors, tellLostErrors } from './lost-errors.ts';
import type { OpenMetrics } from './open-metrics.ts';
import type { WatchedStore } from './open-store.ts';

/** Everything that looks on at a running system: traces first, since log lines name them. */
export function watchSystem(deps: {
  readonly system: ActorSystem;
  readonly counting: OpenMetrics;
  readonly tracer: Tracer | null;
  readonly feed: LiveFeed;
  readonly store: WatchedStore;
  readonly diskFloor: DiskFloor;
  readonly openChains: OpenChains;
  readonly networks: Pick<Networks, 'get'>;
  readonly deferred: Pick<DeferredList, 'totals'>;
  readonly troubles: Troubles;
  readonly requestsPending: () => number;
  /** Null where the process is not ours alone. */
  readonly lostErrors: LostErrors | null;
  readonly version: string;
  readonly startedAtMs: number;
  readonly clock: Clock;
  readonly log: Log;
}): { readonly counts: () => FeedCounts; readonly stop: () => Promise<void> } {
  const { system, counting, tracer, feed, store, openChains, clock, log } = deps;
  const { metrics } = counting;
  const now = () => clock.now();
  const repeats = createRepeats({ log, now });
  const onError = (error: unknown) => void repeats.warn('number', 'A number for /metrics could not be had', { error });
  if (tracer !== null) system.feed.subscribe(tracer.see);
  const counts = logFeed(system.feed, log, { tracer, now });
  system.feed.subscribe(feed.publish);
  countFeed(system.feed, metrics);
  showSystem(metrics, {
    ...{ requestsPending: deps.requestsPending, now, onError },
    system: system.stats,
    feed: feed.stats,
    counts: () => store.actors.counts(),
  });
  showDisk(metrics, { disk: store.disk, isBelowFloor: deps.diskFloor.isBelow, now, onError });
  showDeferred(metrics, { deferred: deps.deferred, now, onError });
  showTroubles(metrics, { store: store.watch.trouble, ...deps.troubles });
  const { chains } = openChains;
  const vaultsOf = async (chainId: number) => (await deps.networks.get(chainId))?.contracts ?? null;
  showFollowers(metrics, {
    ...{ now, onError, headOf: (chainId) => chains.of(chainId).getBlockNumber() },
    places: createFollowerPlaces({ records: store.records, chainIds: chains.chainIds, vaultsOf }),
  });
  showEndpoints(metrics, openChains);
  showExecutors(metrics, { openChains, now, onError });
  const letGo = deps.lostErrors?.(tellLostErrors({ count: counting.outside.lost, log, clock }));
  const stopCounting = countProcess(metrics, {
    version: deps.version,
    store: store.actors.name,
    startedAtMs: deps.startedAtMs,
    now,
  });
  return {
    counts,
    async stop() {
      stopCounting();
      letGo?.();
    },
  };
}
