import type { DebugStats } from '../http/debug-stats/debug-stats.ts';
import type { DeferredList } from '../operator/deferred/deferred-list.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { FeedCounts } from './log-feed.ts';
import { feedCounts } from './open-feed.ts';
import type { OpenPlatform } from './open-platform.ts';
import { tickCounts } from './tick-schedule.ts';
import type { Ticks } from './ticks.ts';

/** Returns the node's current counters, for the reply of `GET /api/debug-stats`. */
export function nodeStats(
  open: OpenPlatform,
  parts: {
    readonly system: ActorSystem;
    readonly ticks: Ticks;
    readonly events: () => FeedCounts;
    readonly deferred: Pick<DeferredList, 'totals'>;
  },
): () => Promise<DebugStats> {
  const { platform, startedAtMs, server, feed, limits } = open;
  const { system, ticks, events, deferred } = parts;
  return async () => {
    const dispatch = await ticks.schedule()?.stats();
    const { types: _types, nodeId: _nodeId, draining: _draining, lastTickAtMs, ...rest } = system.stats();
    return {
      ...rest,
      lastTickAtMs: lastTickAtMs ?? 0,
      uptimeMs: platform.clock.now() - startedAtMs,
      requestsPending: server.get().pending(),
      ...(dispatch === undefined ? {} : { ticks: tickCounts(dispatch) }),
      events: events(),
      feed: feedCounts(feed.stats()),
      rateLimits: limits.counts(),
      deferred: Object.fromEntries((await deferred.totals()).map(({ follower, count }) => [follower, count])),
    };
  };
}
