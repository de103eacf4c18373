import type { Config } from '../../config.ts';
import { examineRedis } from '../../platform/cache/redis/examine-redis.ts';
import type { Clock } from '../../values/clock.ts';
import { examineChains } from './examine-chains.ts';
import { examineStore } from './examine-store.ts';
import { clockFinding, type Finding, ok, wrong } from './finding.ts';

/** The required eviction policy of Redis: a queue must not lose entries. */
const RIGHT_POLICY = 'noeviction';

/**
 * Checks everything that the settings name. Changes only what a start would change, except for a test document and a test key, which are
 * deleted again, because only a write shows whether writes are accepted.
 */
export async function* examine(config: Config, clock: Clock): AsyncGenerator<Finding> {
  const { findings, store, records } = await examineStore(config, clock);
  try {
    yield* findings;
    if (config.redisUrl === undefined && config.mongodbUrl !== undefined) {
      yield wrong('redis', 'MONGODB_URL is set without REDIS_URL: every node ticks all actors. Set REDIS_URL on all nodes.');
    }
    if (config.redisUrl !== undefined) yield* await redis(config.redisUrl, clock);
    yield* await examineChains(config, records, clock);
  } finally {
    await store?.close();
  }
}

async function redis(url: string, clock: Clock): Promise<readonly Finding[]> {
  const host = URL.parse(url)?.host ?? 'the host of REDIS_URL';
  const askedMs = clock.now();
  let found: Awaited<ReturnType<typeof examineRedis>>;
  try {
    found = await examineRedis(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong('redis', `${host} does not answer: ${reason}. Restart it, or correct REDIS_URL.`)];
  }
  const tookMs = clock.now() - askedMs;
  const { maxmemoryPolicy, timeMs, refusal } = found;
  const isRight = maxmemoryPolicy === null || maxmemoryPolicy === RIGHT_POLICY;
  return [
    isRight
      ? ok('redis', `${host}, maxmemory-policy ${maxmemoryPolicy ?? 'unknown'}`)
      : wrong('redis', `${host} has maxmemory-policy ${maxmemoryPolicy}, which may drop ticks. Set it to ${RIGHT_POLICY}.`),
    refusal === null
      ? ok('redis writes', 'accepts writes')
      : wrong('redis writes', `Redis refuses writes (${refusal.word}): ${refusal.reason}. Ticks wait until it accepts writes.`),
    clockFinding('redis clock', timeMs, askedMs + tookMs / 2, tookMs),
  ];
}
