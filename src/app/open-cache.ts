import type { Config } from '../config.ts';
import type { Cache } from '../platform/cache/cache.ts';
import { createMemoryCache } from '../platform/cache/memory/memory-cache.ts';
import { createRedisCache } from '../platform/cache/redis/redis-cache.ts';
import type { Log } from '../platform/log/log.ts';
import type { Trouble } from '../platform/log/trouble-watch.ts';
import type { Clock } from '../values/clock.ts';

export type OpenCache = Cache & { trouble(): Trouble | null; close(): Promise<void> };

/**
 * Opens the cache that the settings select: shared through Redis, or in this process.
 * @param onRead called after each read of the cache with `hit` or `miss`
 */
export function openCache(
  config: Config,
  deps: { readonly clock: Clock; readonly log: Log; readonly onRead?: (outcome: 'hit' | 'miss') => void },
): OpenCache {
  const { clock, log, onRead } = deps;
  if (config.redisUrl === undefined)
    return { ...watched(createMemoryCache({ clock }), onRead), trouble: () => null, close: async () => {} };
  const cache = createRedisCache({ url: config.redisUrl, log });
  return { ...watched(cache, onRead), trouble: cache.trouble, close: async () => cache.close() };
}

function watched(cache: Cache, onRead: ((outcome: 'hit' | 'miss') => void) | undefined): Cache {
  if (onRead === undefined) return cache;
  return {
    ...cache,
    async get(key) {
      const value = await cache.get(key);
      onRead(value === undefined ? 'miss' : 'hit');
      return value;
    },
  };
}
