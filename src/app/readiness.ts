import type { Config } from '../config.ts';
import { type DeclaredProbe, type ProbeSpec, probeOf } from '../http/health/probe.ts';
import type { RedisConnection } from '../platform/cache/redis/redis-connection.ts';
import type { LiveFeed } from '../platform/feed/live-feed.ts';
import type { Trouble } from '../platform/log/trouble-watch.ts';
import type { SystemStats } from '../runtime/system-options.ts';
import type { Clock } from '../values/clock.ts';
import { outageText } from '../values/inspection/outage.ts';
import type { WatchedStore } from './open-store.ts';
import { storeOutage } from './store-outage.ts';
import type { TickSchedule } from './tick-schedule.ts';
import { sayOfTrouble } from './watch-store.ts';

export type ReadinessDeps = {
  readonly store: Pick<WatchedStore, 'watch' | 'isShared'>;
  readonly system: { stats(): Pick<SystemStats, 'lastTickAtMs'> };
  readonly feed: Pick<LiveFeed, 'stats'>;
  /** The Redis connection for rate limits shared by all nodes; null without Redis. */
  readonly redis: RedisConnection | null;
  /** The schedule of this node's ticks; null until ticks are scheduled. */
  readonly ticks: () => TickSchedule | null;
  /** Time of the last tick that another node completed, as far as this node knows; null when there is none. */
  readonly lastTickElsewhereMs: () => number | null;
  readonly clock: Clock;
  readonly startedAtMs: number;
};

/** The readiness probes of the process's own requirements. */
export const READINESS_PROBES = {
  store: { name: 'store', kind: 'store', help: 'The store refuses writes or does not answer.' },
  storedRecords: {
    name: 'stored records',
    kind: 'store',
    isOptional: true,
    help: 'The store refuses to write some records, and accepts others.',
  },
  ticks: {
    name: 'ticks',
    kind: 'ticks',
    help: 'Ticks (runs of scheduled work) are late. With `CRON=false` this probe is optional, and says that this node has no ticks.',
  },
  redis: {
    name: 'redis',
    kind: 'redis',
    isOptional: true,
    isTold: true,
    help: 'Redis, which divides scheduled work (ticks) among the nodes, is not available.',
  },
  feed: { name: 'live feed', kind: 'feed', isOptional: true, isTold: true, help: 'Events of other nodes do not arrive.' },
  limits: {
    name: 'rate limits',
    kind: 'redis',
    isOptional: true,
    help: 'Redis is not available, so each node counts only its own requests for rate limits.',
  },
} as const satisfies { readonly [name: string]: ProbeSpec };

/** The node counts as not ready when its last tick (check of due actors) is older than this number of tick intervals. */
const LATE_TICKS = 2;
/**
 * Minimum delay in ms before ticks count as late. The minimum matters when the tick interval is about a second, as in experiments: a single
 * tick may then take longer than the interval.
 */
const LEAST_LATE_MS = 5_000;

/** Builds the readiness checks of the process itself; modules add their own. */
export function readinessProbes(config: Config, deps: ReadinessDeps): readonly DeclaredProbe[] {
  const { store, system, clock } = deps;
  const isSharingTicks = config.redisUrl !== undefined && store.isShared;
  return [
    probeOf(
      READINESS_PROBES.store,
      async () => {
        try {
          await store.watch.prove();
          return null;
        } catch (error) {
          const trouble = store.watch.trouble();
          if (trouble === null) throw error;
          return outageText(storeOutage(trouble));
        }
      },
      undefined,
      () => {
        const trouble = store.watch.isSingle() ? null : store.watch.trouble();
        return trouble === null ? null : storeOutage(trouble);
      },
    ),
    probeOf(READINESS_PROBES.storedRecords, async () => {
      const trouble = store.watch.isSingle() ? store.watch.trouble() : null;
      return trouble === null ? null : `The store refuses to write some records: ${sayOfTrouble(trouble)}.`;
    }),
    ...(config.cron ? [ticksProbe(), ...(isSharingTicks ? [redisProbe()] : [])] : [noTicksProbe()]),
    ...(deps.feed.stats().isConnected === null ? [] : [feedProbe()]),
    ...(deps.redis !== null && config.rateLimitPerMinute > 0 ? [limitsProbe(deps.redis)] : []),
  ];

  function redisProbe(): DeclaredProbe {
    return probeOf(READINESS_PROBES.redis, async () => {
      const stats = await deps.ticks()?.stats();
      if (stats === undefined) return null;
      const trouble = deps.ticks()?.trouble() ?? null;
      if (stats.isHealthy && trouble === null) return null;
      if (stats.isHealthy)
        return `Redis refuses some commands that scheduled work (ticks) needs (${trouble?.word}, ${trouble?.count} times).`;
      return `${sayOf(trouble)}: scheduled work (ticks) waits until Redis is available again, and nothing is cached.`;
    });
  }

  function feedProbe(): DeclaredProbe {
    return probeOf(READINESS_PROBES.feed, async () => {
      if (deps.feed.stats().isConnected !== false) return null;
      return `${sayOf(deps.redis?.trouble() ?? null)}: the live feed of this node shows only its own events.`;
    });
  }

  function limitsProbe(redis: RedisConnection): DeclaredProbe {
    return probeOf(READINESS_PROBES.limits, async () =>
      redis.isUp() ? null : `${sayOf(redis.trouble())}: each node counts only its own requests for rate limits.`,
    );
  }

  function ticksProbe(): DeclaredProbe {
    return probeOf(READINESS_PROBES.ticks, async () => {
      const [here, elsewhere] = [system.stats().lastTickAtMs, isSharingTicks ? deps.lastTickElsewhereMs() : null];
      const lastMs = Math.max(here ?? deps.startedAtMs, elsewhere ?? deps.startedAtMs);
      const lateMs = clock.now() - lastMs;
      if (lateMs <= Math.max(LATE_TICKS * config.tickIntervalMs, LEAST_LATE_MS)) return null;
      const [ageSec, everySec] = [Math.round(lateMs / 1_000), config.tickIntervalMs / 1_000];
      if (lastMs === deps.startedAtMs) return `No tick has run since the node started ${ageSec} s ago; a tick is due every ${everySec} s.`;
      return `The last tick ended ${ageSec} s ago; a tick is due every ${everySec} s.`;
    });
  }

  function noTicksProbe(): DeclaredProbe {
    return {
      ...probeOf(READINESS_PROBES.ticks, async () => 'This node does no scheduled work (ticks), because its setting CRON is false.'),
      isOptional: true,
    };
  }
}

function sayOf(trouble: Trouble | null): string {
  if (trouble === null || trouble.word === 'away') return 'Redis is not reachable';
  return `Redis refuses commands (${trouble.word}, ${trouble.count} times)`;
}
