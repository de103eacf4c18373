import type { Config } from '../../config/compile-settings.ts';
import type { RedisExamination } from '../../platform/cache/redis/examine-redis.ts';
import type { Clock } from '../../values/clock.ts';
import { clockFinding, type Finding, ok, wrong } from '../../values/finding.ts';

/** Connects to a Redis server once and examines it. @throws Error with the reason, without the server's URL or password */
export type ExamineRedisServer = (url: string) => Promise<RedisExamination>;

/** The eviction policy that Redis must have, because the queue of ticks in Redis must not lose entries. */
const RIGHT_POLICY = 'noeviction';

/** Examines the Redis server that the settings specify. */
export async function examineRedis(config: Config, clock: Clock, examine: ExamineRedisServer): Promise<readonly Finding[]> {
  const { redisUrl: url, mongodbUrl } = config;
  if (url === undefined) {
    if (mongodbUrl === undefined) return [];
    return [
      wrong(
        'redis',
        'MONGODB_URL is set without REDIS_URL, so the nodes do not share the work: at each tick, every node processes all actors. Set REDIS_URL on all nodes.',
      ),
    ];
  }
  const host = URL.parse(url)?.host ?? 'the host of REDIS_URL';
  const askedMs = clock.now();
  let found: RedisExamination;
  try {
    found = await examine(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong('redis', `${host} does not answer: ${reason}. Restart Redis, or correct REDIS_URL.`)];
  }
  const tookMs = clock.now() - askedMs;
  const { maxmemoryPolicy, timeMs, refusal } = found;
  const isRight = maxmemoryPolicy === null || maxmemoryPolicy === RIGHT_POLICY;
  return [
    isRight
      ? ok('redis', `${host}, maxmemory-policy ${maxmemoryPolicy ?? 'unknown'}`)
      : wrong(
          'redis',
          `${host} has maxmemory-policy ${maxmemoryPolicy}, with which Redis may delete queued work (ticks). Set it to ${RIGHT_POLICY}.`,
        ),
    refusal === null
      ? ok('redis writes', 'accepts writes')
      : wrong(
          'redis writes',
          `Redis refuses writes (${refusal.word}): ${refusal.reason}. Scheduled work (ticks) waits until Redis accepts writes.`,
        ),
    clockFinding('redis clock', timeMs, askedMs + tookMs / 2, tookMs),
  ];
}
