import type { ReadinessProbe } from '../api/health/health-routes.ts';
import type { Config } from '../config.ts';
import type { RedisConnection } from '../platform/cache/redis/redis-connection.ts';
import type { LiveFeed } from '../platform/feed/live-feed.ts';
import type { ActorSystem } from '../runtime/system.ts';
import type { Clock } from '../values/clock.ts';
import type { OpenChains } from './open-chains.ts';
import type { OpenStore } from './open-store.ts';
import type { TickSchedule } from './tick-schedule.ts';

export type ReadinessDeps = {
  readonly store: OpenStore;
  readonly system: ActorSystem;
  readonly openChains: OpenChains;
  readonly feed: LiveFeed;
  /** Where requests are counted over all nodes; null without Redis. */
  readonly redis: RedisConnection | null;
  /** Null until ticks are scheduled. */
  readonly ticks: () => TickSchedule | null;
  readonly clock: Clock;
  readonly startedAtMs: number;
};

/** Ticks that may be late by this many intervals before the node counts as not doing its job. */
const LATE_TICKS = 2;
/** A tick that takes a while must not look like a dead one. */
const LATE_SLACK_MS = 15_000;

/** What must work before the service can do its whole job. */
export function readinessProbes(config: Config, deps: ReadinessDeps): readonly ReadinessProbe[] {
  const { store, system, openChains, clock } = deps;
  // Which node serves which tick is up to chance: this one's last says nothing then.
  const isSharingTicks = config.redisUrl !== undefined && store.isShared;
  const chains = openChains.chains.chainIds.map(
    (chainId): ReadinessProbe => ({
      name: `chain ${chainId}`,
      async check() {
        const answered = await openChains.chains.of(chainId).getChainId();
        if (answered !== chainId) return `The endpoint of chain ${chainId} serves chain ${answered}.`;
        return openChains.executorOf(chainId) === null ? `There is no EXECUTOR_KEY for chain ${chainId}: nothing is executed on it.` : null;
      },
    }),
  );
  return [
    {
      name: 'store',
      async check() {
        await store.actors.load(['readiness/probe']);
        return null;
      },
    },
    ...(config.cron ? [isSharingTicks ? redisProbe() : ticksProbe()] : []),
    ...(deps.feed.stats().isConnected === null ? [] : [feedProbe()]),
    ...(deps.redis !== null && config.rateLimitPerMinute > 0 ? [limitsProbe(deps.redis)] : []),
    ...chains,
  ];

  function redisProbe(): ReadinessProbe {
    return {
      name: 'redis',
      isOptional: true,
      async check() {
        const stats = await deps.ticks()?.stats();
        return stats?.isHealthy === false ? 'Redis is away: ticks wait until it is back, and nothing is cached.' : null;
      },
    };
  }

  function feedProbe(): ReadinessProbe {
    return {
      name: 'live feed',
      isOptional: true,
      async check() {
        return deps.feed.stats().isConnected === false ? 'Redis is away: operators who follow this node see only what moves on it.' : null;
      },
    };
  }

  function limitsProbe(redis: RedisConnection): ReadinessProbe {
    return {
      name: 'rate limits',
      isOptional: true,
      check: async () => (redis.isUp() ? null : 'Redis is away: each node counts the requests of a client on its own.'),
    };
  }

  function ticksProbe(): ReadinessProbe {
    return {
      name: 'ticks',
      async check() {
        const lastMs = system.stats().lastTickAtMs ?? deps.startedAtMs;
        const lateMs = clock.now() - lastMs;
        const isLate = lateMs > LATE_TICKS * config.tickIntervalMs + LATE_SLACK_MS;
        return isLate ? `The last tick ended ${Math.round(lateMs / 1_000)} s ago.` : null;
      },
    };
  }
}
