import type { Clock } from '../../../values/clock.ts';
import type { Json } from '../../../values/json.ts';
import type { Cache } from '../cache.ts';

export type MemoryCacheOptions = {
  clock: Clock;
  /** The maximum number of cache entries; the least recently used entry is evicted first. */
  maxEntries?: number;
  /** The maximum total number of characters of all cached JSON text, so that a few large values cannot fill the memory. */
  maxCharacters?: number;
};

type Entry = { text: string; setAtMs: number; ttlMs: number };

/**
 * Creates the cache of a single node. Its size is limited; the least recently used entry is evicted first. Values are stored as JSON text,
 * so that a caller cannot change a cached object.
 */
export function createMemoryCache(options: MemoryCacheOptions): Cache {
  const { clock, maxEntries = 10_000, maxCharacters = 64_000_000 } = options;
  // A Map keeps the order of insertion, and each read of an entry inserts the entry again. So the first key is the least recently used one.
  const entries = new Map<string, Entry>();
  let characters = 0;

  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    characters -= entry.text.length;
  };

  return {
    async get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const ageMs = clock.now() - entry.setAtMs;
      // A negative age means that the clock was set back. The entry is removed, because it could otherwise live much longer than `ttlMs`.
      if (ageMs < 0 || ageMs >= entry.ttlMs) {
        remove(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      const value: Json = JSON.parse(entry.text);
      return value;
    },
    async set(key, value, ttlMs) {
      if (!(ttlMs > 0)) throw new RangeError(`ttlMs must be above 0, not ${ttlMs}`);
      remove(key);
      const text = JSON.stringify(value);
      if (text.length > maxCharacters) return;
      entries.set(key, { text, setAtMs: clock.now(), ttlMs });
      characters += text.length;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && characters <= maxCharacters) break;
        remove(oldest);
      }
    },
    async delete(key) {
      remove(key);
    },
    async deleteByPrefix(prefix) {
      if (prefix === '') throw new RangeError('A prefix must not be empty');
      for (const key of [...entries.keys()]) if (key.startsWith(prefix)) remove(key);
    },
  };
}
