import { clearTokenLists } from '../market/tokens/create-token-list.ts';
import type { ListsCleared } from '../market/tokens/order-tokens.ts';
import { createRedisCache } from '../platform/cache/redis/redis-cache.ts';
import type { Log } from '../platform/log/log.ts';

const CONNECT_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 20;

/** Deletes the token lists in the shared Redis cache. It is used by a command that runs in its own process, beside the running nodes. */
export async function clearSharedLists(redisUrl: string | undefined, log: Log): Promise<ListsCleared> {
  if (redisUrl === undefined) return 'in-process';
  const cache = createRedisCache({ url: redisUrl, log });
  try {
    const endMs = performance.now() + CONNECT_WITHIN_MS;
    while (!cache.stats().isUp && performance.now() < endMs) await Bun.sleep(LOOK_EVERY_MS);
    await clearTokenLists(cache);
    return cache.stats().unanswered === 0 ? 'cleared' : 'unreachable';
  } finally {
    cache.close();
  }
}
