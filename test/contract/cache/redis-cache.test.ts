import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Redis } from 'ioredis';
import { createRedisCache, type RedisCache } from '../../../src/platform/cache/redis/redis-cache.ts';
import { type Log, silentLog } from '../../../src/platform/log/log.ts';
import { atOnce } from '../../support/at-once.ts';
import { freePort } from '../../support/free-port.ts';
import { freeze } from '../../support/freeze.ts';
import { type RedisServer, redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { cacheSuite } from './cache-suite.ts';

const PATIENT_MS = 10_000;

/** Creates a log that stores its lines, so that the test can check them. */
function createKeptLog(): Log & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  return {
    ...silentLog,
    lines,
    error: (message) => void lines.push(`error ${message}`),
    info: (message) => void lines.push(`info ${message}`),
  };
}

async function ready(cache: RedisCache): Promise<RedisCache> {
  await waitFor(() => cache.stats().isUp, { what: 'the connection to Redis' });
  return cache;
}

requires('redis')('with a Redis server', () => {
  let server: RedisServer;
  let admin: Redis;
  const caches: RedisCache[] = [];
  beforeAll(async () => {
    server = await redisServer();
    admin = new Redis(server.url);
  });
  afterAll(async () => {
    for (const cache of caches) cache.close();
    admin.disconnect();
    await server.stop();
  });

  /** The default time limit suffices on a busy machine. Tests with a Redis server that hangs set a short one. */
  const open = (prefix: string, url = server.url, log: Log = silentLog, answerWithinMs = PATIENT_MS): Promise<RedisCache> => {
    const cache = createRedisCache({ url, log, prefix, answerWithinMs });
    caches.push(cache);
    return ready(cache);
  };

  /** The clock of the Redis server cannot be set, so the test shortens the lifetime of every key instead. */
  async function shorten(prefix: string, ms: number): Promise<void> {
    for (const key of await admin.keys(`${prefix}*`)) await admin.pexpire(key, (await admin.pttl(key)) - ms);
  }

  cacheSuite('Redis', async () => {
    const prefix = `${server.prefix}${crypto.randomUUID()}:`;
    return { cache: await open(prefix), advance: (ms) => shorten(prefix, ms) };
  });

  test('nodes share what is kept, and another prefix sees nothing of it', async () => {
    const [one, other, stranger] = await Promise.all(['a:', 'a:', 'b:'].map((part) => open(server.prefix + part)));
    await one?.set('key', 1, 60_000);
    expect([await other?.get('key'), await stranger?.get('key')]).toEqual([1, undefined]);
    await other?.deleteByPrefix('k');
    expect(await one?.get('key')).toBeUndefined();
  });

  test('values of other programs, and values that are too large, count as missing', async () => {
    const prefix = `${server.prefix}odd:`;
    const cache = createRedisCache({ url: server.url, log: silentLog, prefix, maxCharacters: 10, answerWithinMs: PATIENT_MS });
    caches.push(await ready(cache));
    await admin.set(`${prefix}foreign`, '{not json');
    await cache.set('big', '1', 60_000);
    await cache.set('big', 'x'.repeat(10), 60_000);
    expect([await cache.get('foreign'), await cache.get('big')]).toEqual([undefined, undefined]);
    expect(cache.stats()).toMatchObject({ hits: 0, misses: 2, unanswered: 0 });
  });

  test('without a server the cache answers at once as if it were empty, and logs that once', async () => {
    const log = createKeptLog();
    const cache = createRedisCache({ url: `redis://127.0.0.1:${await freePort()}`, log });
    caches.push(cache);
    for (let i = 0; i < 100; i++) await atOnce(cache.set(`k${i}`, i, 1000));
    await atOnce(cache.deleteByPrefix('k'));
    expect(await atOnce(cache.get('k1'))).toBeUndefined();
    expect(cache.stats()).toMatchObject({ isUp: false, unanswered: 102 });
    await waitFor(() => log.lines.length > 0, { what: 'the log line' });
    expect(log.lines).toEqual(['error The Redis cache is unavailable; the service continues without it']);
  });

  test('continues without a server that ended, and uses it again once it is back', async () => {
    const port = await freePort();
    const log = createKeptLog();
    const first = await redisServer({ port });
    const cache = await open('x:', first.url, log);
    await cache.set('a', 1, 60_000);
    await first.stop();
    await waitFor(() => !cache.stats().isUp, { what: 'the loss to be seen' });
    await cache.set('a', 2, 60_000);
    expect(await cache.get('a')).toBeUndefined();
    await using _second = await redisServer({ port });
    await ready(cache);
    await cache.set('a', 3, 60_000);
    expect(await cache.get('a')).toBe(3);
    expect(log.lines).toEqual([
      'error The Redis cache is unavailable; the service continues without it',
      'info The Redis cache is available again',
    ]);
  });

  test('after a write that a hanging server did not answer, the older value never comes back', async () => {
    await using frozen = await redisServer({ port: await freePort() });
    const pid = frozen.pid ?? 0;
    const cache = await open('x:', frozen.url, silentLog, 500);
    for (const key of ['a', 'list:1', 'gone']) await cache.set(key, 'old', 60_000);
    await freeze(pid);
    let isGivenUp = false;
    void cache.set('a', 'new', 60_000).then(() => {
      isGivenUp = true;
    });
    await waitFor(() => isGivenUp, { what: 'the write to be given up', timeoutMs: 20_000 });
    // The first write has waited for the time limit. All further calls must fail at once, because the cache now knows that Redis does not
    // answer.
    for (let i = 0; i < 50; i++) await atOnce(cache.get('gone'));
    await atOnce(cache.delete('gone'));
    await atOnce(cache.deleteByPrefix('list:'));
    process.kill(pid, 'SIGCONT');
    await ready(cache);
    expect(await cache.get('a')).not.toBe('old');
    expect([await cache.get('list:1'), await cache.get('gone')]).toEqual([undefined, undefined]);
    // Redis answers again, so the cache must store values again.
    await waitFor(async () => (await cache.set('a', 'newest', 60_000)) === undefined && (await cache.get('a')) === 'newest', {
      what: 'the key to be kept again',
    });
  });
});
