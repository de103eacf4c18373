import { Redis } from 'ioredis';

export type RedisExamination = {
  /** Its own clock, UTC ms. */
  readonly timeMs: number;
  /** Null when it does not say: some hosted servers keep their settings to themselves. */
  readonly maxmemoryPolicy: string | null;
};

const WITHIN_MS = 3_000;

/** Connects once, looks, and leaves. @throws Error with the reason; it never carries the address or its password */
export async function examineRedis(url: string): Promise<RedisExamination> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    commandTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = '';
  // Told here and not by the failed call, which only says that the connection was closed.
  client.on('error', (error: Error) => {
    reason = error.message;
  });
  try {
    await client.connect();
    const [seconds, microseconds] = await client.time();
    return { timeMs: Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000), maxmemoryPolicy: await policyOf(client) };
  } catch (error) {
    // Without its cause: errors of ioredis carry their command, which may be AUTH.
    throw new Error(reason || (error instanceof Error ? error.message : String(error)));
  } finally {
    client.disconnect();
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
