import type { StartedFollower } from '../module/follower.ts';
import type { DeferredList } from '../operator/deferred/deferred-list.ts';
import { showDeferred } from '../operator/metrics/deferred-metrics.ts';
import { showDisk, showStrangersWrites } from '../operator/metrics/disk-metrics.ts';
import { countFeed } from '../operator/metrics/feed-metrics.ts';
import { createFollowerPositions, showFollowers } from '../operator/metrics/follower-metrics.ts';
import { countProcess } from '../operator/metrics/process-metrics.ts';
import { showSystem } from '../operator/metrics/system-metrics.ts';
import { showTroubles } from '../operator/metrics/trouble-metrics.ts';
import type { Chains } from '../platform/chain/chain.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { Closing } from './closing.ts';
import { type FeedCounts, logFeed } from './log-feed.ts';
import { type LostErrors, tellLostErrors } from './lost-errors.ts';
import type { OpenPlatform } from './open-platform.ts';
import type { Ticks } from './ticks.ts';

/**
 * Starts all components that observe the running system. Tracing starts first, because log lines contain trace ids. The components are
 * stopped after the system.
 */
export function watchSystem(
  open: OpenPlatform,
  parts: {
    readonly system: ActorSystem;
    readonly ticks: Ticks;
    readonly deferred: Pick<DeferredList, 'totals' | 'followers'>;
    readonly followers: readonly StartedFollower[];
    readonly chains: Chains;
    /** Subscription to unhandled errors of the process; missing when the process also runs code that is not part of the service. */
    readonly lostErrors: LostErrors | undefined;
  },
  closing: Closing,
): { readonly counts: () => FeedCounts } {
  const { system, ticks, deferred, followers, chains } = parts;
  const { config, version, clock, log, tracer, metrics, store } = open.platform;
  const { feed, startedAtMs, cache, redis } = open;
  const { disk, watch } = open.openStore;
  const now = () => clock.now();
  const repeats = createRepeats({ log, now });
  const onError = (error: unknown) => void repeats.warn('number', 'Reading a value for the metrics (/metrics) failed', { error });
  if (tracer !== null) system.feed.subscribe(tracer.see);
  const counts = logFeed(system.feed, log, { tracer, now });
  system.feed.subscribe(feed.publish);
  countFeed(system.feed, metrics);
  showSystem(metrics, {
    ...{ requestsPending: () => open.server.get().pending(), now, onError },
    system: system.stats,
    feed: feed.stats,
    counts: () => store.counts(),
  });
  showDisk(metrics, { disk, isBelowFloor: open.diskFloor.isBelow, now, onError });
  showStrangersWrites(metrics, open.strangersWrites);
  showDeferred(metrics, { deferred, now, onError });
  showFollowers(metrics, {
    ...{ now, onError, headOf: (chainId) => chains.of(chainId).getBlockNumber() },
    positions: createFollowerPositions({ followers, chainIds: chains.chainIds }),
  });
  showTroubles(metrics, {
    store: watch.trouble,
    ticks: () => ticks.schedule()?.trouble() ?? null,
    cache: cache.trouble,
    'feed and limits': () => redis?.trouble() ?? null,
  });
  const stop = countProcess(metrics, { version, store: store.name, startedAtMs, now });
  const letGo = parts.lostErrors?.(tellLostErrors({ count: open.counting.service.lost, log, clock }));
  closing.add(async () => {
    stop();
    letGo?.();
  });
  closing.add(async () => {
    const { abortedEffects } = await system.drain(config.shutdownGraceMs);
    if (abortedEffects > 0)
      log.warn('Effects were aborted because they did not end before the shutdown; they continue at the next start', { abortedEffects });
  });
  return { counts };
}
