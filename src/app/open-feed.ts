import type { Config } from '../config.ts';
import { createRedisConnection, type RedisConnection } from '../platform/cache/redis/redis-connection.ts';
import type { LiveFeed, LiveFeedStats } from '../platform/feed/live-feed.ts';
import { createLocalFeed } from '../platform/feed/local/local-feed.ts';
import { createRedisFeed } from '../platform/feed/redis/redis-feed.ts';
import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../values/clock.ts';

/** Opens the one Redis connection that the live feed and the rate limits use; null without Redis. */
export function openSharedRedis(config: Config, log: Log): RedisConnection | null {
  if (config.redisUrl === undefined) return null;
  return createRedisConnection({
    url: config.redisUrl,
    log,
    answerWithinMs: ANSWER_WITHIN_MS,
    purpose: 'The Redis of the live feed and the rate limits',
  });
}

const ANSWER_WITHIN_MS = 500;

/** Opens the live feed for operators. With Redis it contains the events of all nodes, and without Redis those of this node. */
export function openFeed(deps: {
  readonly redis: RedisConnection | null;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
}): LiveFeed {
  const { redis, nodeId, clock, log } = deps;
  return redis === null ? createLocalFeed({ nodeId, clock }) : createRedisFeed({ connection: redis, nodeId, clock, log });
}

/** Returns the counters of the live feed as numbers, because the reply of `GET /api/debug-stats` contains only numbers. */
export function feedCounts({ isConnected, ...counts }: LiveFeedStats): { readonly [name: string]: number } {
  return { ...counts, ...(isConnected === null ? {} : { connected: isConnected ? 1 : 0 }) };
}
