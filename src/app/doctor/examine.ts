import type { Config } from '../../config.ts';
import { examineRedis } from '../../platform/cache/redis/examine-redis.ts';
import type { Clock } from '../../values/clock.ts';
import { examineChains } from './examine-chains.ts';
import { examineStore } from './examine-store.ts';
import { clockFinding, type Finding, ok, wrong } from './finding.ts';

/** A queue must lose no entry. */
const RIGHT_POLICY = 'noeviction';

/**
 * Looks at everything that the settings name, part by part. Changes nothing that a start would not, but for a document and a key of its own that it
 * removes again: whether what is there takes writes is seen by writing.
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
    return [wrong('redis', `${host} does not answer: ${reason}. Bring it back, or mend REDIS_URL.`)];
  }
  const tookMs = clock.now() - askedMs;
  const { maxmemoryPolicy, timeMs, refusal } = found;
  const isRight = maxmemoryPolicy === null || maxmemoryPolicy === RIGHT_POLICY;
  return [
    isRight
      ? ok('redis', `${host}, maxmemory-policy ${maxmemoryPolicy ?? 'not told'}`)
      : wrong('redis', `${host} has maxmemory-policy ${maxmemoryPolicy}, which may drop ticks. Set it to ${RIGHT_POLICY}.`),
    refusal === null
      ? ok('redis writes', 'takes what is written')
      : wrong('redis writes', `It refuses (${refusal.word}): ${refusal.reason}. Ticks wait until it takes writes.`),
    clockFinding('redis clock', timeMs, askedMs + tookMs / 2, tookMs),
  ];
}
