import type { Json } from '../../../values/json.ts';
import type { Log } from '../../log/log.ts';
import type { Trouble } from '../../log/trouble-watch.ts';
import type { Cache } from '../cache.ts';
import { createRedisConnection } from './redis-connection.ts';
import { createUnsettled } from './unsettled.ts';

export type RedisCacheOptions = {
  /** URL of the Redis server, `redis:` or `rediss:`; may contain a password. */
  readonly url: string;
  readonly log: Log;
  /** Prefix of every key. Nodes that share a cache must use the same prefix. */
  readonly prefix?: string;
  /** Maximum wait for one reply of Redis, in ms. */
  readonly answerWithinMs?: number;
  /** The maximum length of one value's JSON text in characters; a longer value is not cached. */
  readonly maxCharacters?: number;
};

export type RedisCacheStats = {
  readonly isUp: boolean;
  readonly hits: number;
  readonly misses: number;
  /**
   * Number of cache calls that were treated as if the cache were empty, because Redis was unavailable, too slow, or refused the command.
   */
  readonly unanswered: number;
};

export type RedisCache = Cache & {
  stats(): RedisCacheStats;
  trouble(): Trouble | null;
  close(): void;
};

const SCAN_COUNT = 1_000;
/**
 * Maximum number of keys that are tracked because their value in Redis is uncertain. 10,000 keys need some megabytes of memory. When there
 * are more, all keys of this service are deleted as soon as Redis is available again, which costs less than tracking them.
 */
const MOST_UNSETTLED = 10_000;

/**
 * Creates the cache that many nodes share. Lifetimes are measured by the Redis server's clock, the only clock that the nodes have in
 * common.
 */
export function createRedisCache(options: RedisCacheOptions): RedisCache {
  const { url, log, prefix = 'coxswain:cache:', answerWithinMs = 500, maxCharacters = 4_000_000 } = options;
  const connection = createRedisConnection({ url, log, answerWithinMs });
  const unsettled = createUnsettled(MOST_UNSETTLED);
  const counts = { hits: 0, misses: 0, unanswered: 0 };
  let settling = false;

  async function run<T>(
    command: Parameters<typeof connection.run<T>>[0],
    ownKeys: readonly string[] = [],
  ): Promise<{ readonly answer: T } | null> {
    const result = await connection.run(command, ownKeys);
    if (result === null) counts.unanswered += 1;
    return result;
  }

  /** Deletes the keys with this prefix. Returns false when the deletion failed, possibly with some keys already deleted. */
  async function sweep(start: string): Promise<boolean> {
    const pattern = `${escapePattern(prefix + start)}*`;
    let cursor = '0';
    do {
      const page = await run((client) => client.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT));
      if (page === null) return false;
      const [next, keys] = page.answer;
      if (keys.length > 0 && (await run((client) => client.unlink(...keys))) === null) return false;
      cursor = next;
    } while (cursor !== '0');
    return true;
  }

  async function unlink(keys: readonly string[]): Promise<boolean> {
    for (let at = 0; at < keys.length; at += SCAN_COUNT) {
      const some = keys.slice(at, at + SCAN_COUNT).map((key) => prefix + key);
      if ((await run((client) => client.unlink(...some))) === null) return false;
    }
    return true;
  }

  /**
   * Deletes keys in Redis whose value may be outdated. The function is called when Redis becomes available again, and when such a key is
   * read.
   */
  async function settle(): Promise<void> {
    if (settling || unsettled.isEmpty() || !connection.isUp()) return;
    settling = true;
    const { keys, prefixes, settled } = unsettled.take();
    let isDone = await unlink(keys);
    for (const start of prefixes) isDone = isDone && (await sweep(start));
    if (isDone) settled();
    settling = false;
  }
  connection.onUp(() => void settle());

  async function remove(key: string): Promise<void> {
    if (await unlink([key])) unsettled.removeKey(key);
    else unsettled.addKey(key);
  }

  return {
    async get(key) {
      if (unsettled.covers(key)) {
        counts.unanswered += 1;
        void settle();
        return undefined;
      }
      const result = await run((client) => client.get(prefix + key), [prefix + key]);
      // After the read, it is checked again whether the key's value is uncertain, because a write by this node may have failed while Redis
      // was answering.
      if (result === null || unsettled.covers(key)) return undefined;
      const value = result.answer === null ? undefined : readJson(result.answer);
      if (result.answer !== null && value === undefined) connection.foundWrongData('A value of the cache is not JSON');
      if (value === undefined) counts.misses += 1;
      else counts.hits += 1;
      return value;
    },
    async set(key, value, ttlMs) {
      if (!(ttlMs > 0)) throw new RangeError(`ttlMs must be above 0, not ${ttlMs}`);
      const text = JSON.stringify(value);
      if (text.length > maxCharacters) return remove(key);
      // Redis accepts only whole milliseconds of at least 1.
      const result = await run((client) => client.set(prefix + key, text, 'PX', Math.max(1, Math.floor(ttlMs))));
      if (result === null) unsettled.addKey(key);
      else unsettled.removeKey(key);
    },
    delete: remove,
    async deleteByPrefix(start) {
      if (start === '') throw new RangeError('A prefix must not be empty');
      if (!(await sweep(start))) unsettled.addPrefix(start);
    },
    stats: () => ({ isUp: connection.isUp(), ...counts }),
    trouble: connection.trouble,
    close: connection.close,
  };
}

/** Parses a cached text. Text that no node of this service has written counts as missing; the caller then writes a new value. */
function readJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Escapes `*`, `?`, `[` and `\`, which are special characters in a Redis pattern. */
function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}
