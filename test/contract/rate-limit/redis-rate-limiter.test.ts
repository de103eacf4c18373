import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory/memory-rate-limiter.ts';
import { createRedisRateLimiter } from '../../../src/platform/rate-limit/redis/redis-rate-limiter.ts';
import { freePort } from '../../support/free-port.ts';
import { type RedisServer, redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { rateLimitContract } from './rate-limit-contract.ts';

async function createNode(url: string, prefix: string) {
  const lines: string[] = [];
  const log = { ...silentLog, info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
  const connection = createRedisConnection({ url, log: silentLog, answerWithinMs: 10_000 });
  await waitFor(() => connection.isUp(), { what: 'the connection to Redis' });
  const fallback = createMemoryRateLimiter({ clock: systemClock });
  return { lines, connection, limiter: createRedisRateLimiter({ connection, fallback, clock: systemClock, log, prefix }) };
}

requires('redis')('with a Redis server', () => {
  let redis: RedisServer;
  let prefixes = 0;
  const closing: (() => void)[] = [];
  const freshPrefix = () => `${redis.prefix}${++prefixes}:`;
  const create = async (prefix: string) => {
    const node = await createNode(redis.url, prefix);
    closing.push(node.connection.close);
    return node;
  };
  beforeAll(async () => {
    redis = await redisServer();
  });
  afterAll(async () => {
    for (const close of closing) close();
    await redis.stop();
  });

  rateLimitContract('redis', async () => {
    const prefix = freshPrefix();
    const { limiter, connection } = await create(prefix);
    // The clock of the Redis server cannot be set, so the test shortens every rate limit window instead.
    const advance = async (ms: number) => {
      const keys = (await connection.run((client) => client.keys(`${prefix}*`)))?.answer ?? [];
      for (const key of keys) await connection.run(async (client) => client.pexpire(key, (await client.pttl(key)) - ms));
    };
    return { limiter, now: systemClock.now, advance };
  });

  test('two nodes count together', async () => {
    const prefix = freshPrefix();
    const nodes = [await create(prefix), await create(prefix)];
    const takes = nodes.flatMap(({ limiter }) => Array.from({ length: 20 }, () => limiter.take('a', { limit: 11, windowMs: 60_000 })));
    expect((await Promise.all(takes)).filter(({ allowed }) => allowed).length).toBe(11);
    expect(nodes.map(({ limiter }) => limiter.stats())).toEqual([
      { shared: 20, alone: 0 },
      { shared: 20, alone: 0 },
    ]);
  });

  test('a window that ended leaves nothing behind, and a count without an expiry gets one', async () => {
    const prefix = freshPrefix();
    const { limiter, connection } = await create(prefix);
    await limiter.take('a', { limit: 1, windowMs: 50 });
    await waitFor(async () => (await connection.run((client) => client.exists(`${prefix}a`)))?.answer === 0, { what: 'the key to go' });
    await connection.run((client) => client.set(`${prefix}b`, '7'));
    expect((await limiter.take('b', { limit: 1, windowMs: 60_000 })).allowed).toBe(false);
    expect((await connection.run((client) => client.pttl(`${prefix}b`)))?.answer).toBeGreaterThan(0);
  });

  test('without Redis a node counts on its own, says so once, and counts with the others again when it is back', async () => {
    const port = await freePort();
    await using first = await redisServer({ port });
    const { limiter, connection, lines } = await createNode(first.url, 'rate:');
    const rate = { limit: 2, windowMs: 60_000 };
    expect(await limiter.take('a', rate)).toMatchObject({ allowed: true, remaining: 1 });
    await first.stop();
    await waitFor(() => !connection.isUp(), { what: 'the loss to be noticed' });
    const alone = [await limiter.take('a', rate), await limiter.take('a', rate), await limiter.take('a', rate)];
    expect(alone.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(limiter.stats()).toEqual({ shared: 1, alone: 3 });
    await using _second = await redisServer({ port });
    await waitFor(() => connection.isUp(), { what: 'Redis to be back' });
    expect((await limiter.take('a', rate)).allowed).toBe(true);
    expect(lines).toEqual([
      'Rate limits are counted by each node alone until Redis answers',
      'Rate limits are counted over all nodes again',
    ]);
    connection.close();
  });
});
