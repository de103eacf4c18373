import type { Clock } from '../../../values/clock.ts';
import type { RedisConnection } from '../../cache/redis/redis-connection.ts';
import type { Log } from '../../log/log.ts';
import { createRepeats } from '../../log/repeats.ts';
import { checkRate, type RateLimiter, takenOf } from '../rate-limiter.ts';

export type RedisRateLimiterOptions = {
  readonly connection: RedisConnection;
  /** The limiter that is used while Redis is unavailable. */
  readonly fallback: RateLimiter;
  readonly clock: Clock;
  readonly log: Log;
  /** Prefix of every key; nodes that count together must use the same prefix. */
  readonly prefix?: string;
};

export type RedisRateLimiter = RateLimiter & {
  stats(): { readonly shared: number; readonly alone: number };
};

/**
 * Increments the count and sets its expiry in one atomic step, so that no count is ever without an expiry. A key without an expiry (which
 * restoring a Redis backup can produce) gets an expiry. Returns the count and the remaining time of the window in ms, so that the clocks of
 * the nodes do not have to agree.
 */
const TAKE = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if count == 1 or left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

/**
 * Creates a rate limiter that counts together with all nodes that share a Redis server. While Redis is unavailable, each node counts
 * separately, so a client may use the full limit on each node.
 */
export function createRedisRateLimiter(options: RedisRateLimiterOptions): RedisRateLimiter {
  const { connection, fallback, clock, log, prefix = 'coxswain:rate:' } = options;
  const counts = { shared: 0, alone: 0 };
  const repeats = createRepeats({ log, now: () => clock.now() });
  let isAlone = false;
  let isTold = false;

  return {
    async take(key, rate) {
      checkRate(rate);
      const result = await connection.run((client) => client.eval(TAKE, 1, prefix + key, rate.windowMs), [prefix + key]);
      const [count, leftMs] = Array.isArray(result?.answer) ? result.answer : [];
      if (typeof count === 'number' && typeof leftMs === 'number') {
        if (isAlone && isTold) log.info('Rate limits are counted over all nodes again');
        isAlone = false;
        counts.shared += 1;
        return takenOf(count, rate.limit, clock.now() + leftMs);
      }
      if (!isAlone) isTold = repeats.warn('alone', 'Rate limits are counted by each node alone until Redis answers');
      isAlone = true;
      counts.alone += 1;
      return fallback.take(key, rate);
    },
    stats: () => ({ ...counts }),
  };
}
