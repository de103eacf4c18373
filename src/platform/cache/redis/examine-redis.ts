import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { type RedisTrouble, redisTroubleOf } from '../../../values/redis-refusal.ts';

export type RedisExamination = {
  /** The current time of the Redis server's clock, UTC ms. */
  readonly timeMs: number;
  /** The eviction policy of Redis; null when Redis does not report it, as on some hosted servers. */
  readonly maxmemoryPolicy: string | null;
  /** Why Redis refuses to write a test key; null when it accepts writes. The test key is removed afterwards. */
  readonly refusal: { readonly word: RedisTrouble; readonly reason: string } | null;
};

const WITHIN_MS = 3_000;
/** Lifetime of the test key in ms, in case it cannot be removed. */
const KEPT_MS = 10_000;

/** Connects once, examines the server and disconnects. @throws Error with the reason, without the address or its password */
export async function examineRedis(url: string): Promise<RedisExamination> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    commandTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = '';
  // The error of a failed command only says that the connection was closed. The reason is in the error event of the client.
  client.on('error', (error: Error) => {
    reason = error.message;
  });
  try {
    await client.connect();
    const [seconds, microseconds] = await client.time();
    const timeMs = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
    return { timeMs, maxmemoryPolicy: await policyOf(client), refusal: await refusalOf(client) };
  } catch (error) {
    // The error that is thrown here has no `cause`, because errors of the library ioredis contain the failed command, which may be AUTH
    // with the password.
    throw new Error(reason || (error instanceof Error ? error.message : String(error)));
  } finally {
    client.disconnect();
  }
}

async function refusalOf(client: Redis): Promise<RedisExamination['refusal']> {
  const key = `coxswain:doctor:${randomBytes(6).toString('hex')}`;
  try {
    await client.set(key, '1', 'PX', KEPT_MS);
    await client.del(key);
    return null;
  } catch (error) {
    return { word: redisTroubleOf(error), reason: error instanceof Error ? error.message : String(error) };
  }
}

async function policyOf(client: Redis): Promise<string | null> {
  try {
    const answer = await client.config('GET', 'maxmemory-policy');
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
  } catch {
    return null;
  }
}
