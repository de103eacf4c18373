import type { Config } from '../config.ts';
import { createRouteLimits, type RouteLimits } from '../http/rate-limit.ts';
import type { RedisConnection } from '../platform/cache/redis/redis-connection.ts';
import type { Log } from '../platform/log/log.ts';
import { createMemoryRateLimiter } from '../platform/rate-limit/memory/memory-rate-limiter.ts';
import { createRedisRateLimiter } from '../platform/rate-limit/redis/redis-rate-limiter.ts';
import type { Clock } from '../values/clock.ts';

export type OpenLimits = {
  readonly routes: RouteLimits;
  /** Returns how many requests were counted over all nodes, and how many by this node alone; empty without Redis. */
  counts(): { readonly [name: string]: number };
};

/**
 * Opens the rate limits for requests to expensive routes. With Redis, the requests to all nodes are counted together; without Redis, each
 * node counts its own requests.
 */
export function openLimits(
  config: Config,
  deps: {
    readonly redis: RedisConnection | null;
    readonly clock: Clock;
    readonly log: Log;
    readonly addressOf: (request: Request) => string | null;
    readonly onRefused?: (name: string) => void;
  },
): OpenLimits {
  const { redis, clock, log, addressOf } = deps;
  const alone = createMemoryRateLimiter({ clock });
  const shared = redis === null ? null : createRedisRateLimiter({ connection: redis, fallback: alone, clock, log });
  const { rateLimitPerMinute: perMinute, trustProxy } = config;
  const told = deps.onRefused === undefined ? {} : { onRefused: deps.onRefused };
  return {
    routes: createRouteLimits({ limiter: shared ?? alone, clock, perMinute, trustProxy, addressOf, ...told }),
    counts: () => ({ ...shared?.stats() }),
  };
}
