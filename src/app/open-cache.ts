import type { Config } from '../config.ts';
import type { Cache } from '../platform/cache/cache.ts';
import { createMemoryCache } from '../platform/cache/memory/memory-cache.ts';
import { createRedisCache } from '../platform/cache/redis/redis-cache.ts';
import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../values/clock.ts';

/** The cache that the settings name: shared over Redis, or this process's own. */
export function openCache(
  config: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Cache & { close(): Promise<void> } {
  if (config.redisUrl === undefined) return { ...createMemoryCache({ clock }), close: async () => {} };
  const cache = createRedisCache({ url: config.redisUrl, log });
  return { ...cache, close: async () => cache.close() };
}
