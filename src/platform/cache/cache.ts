import type { Json } from '../../values/json.ts';

/**
 * A cache of values that may be lost at any time. Every implementation ensures the following invariants, which `test/contract/cache`
 * checks:
 * 1. Nothing may depend on a cached value. Any value may disappear early (size limit, restart, failover). Data that resolves a race, or
 * records whether something was seen, belongs in the store.
 * 2. No expired values. `get` returns no expired value, by the clock that the cache was created with.
 * 3. Last write wins. After `set` has resolved, `get` on the same node returns that value or `undefined`, never an older one.
 * 4. Values are copied. The cache returns an object that is equal to the stored one but different from it: changing either object does not
 * change the cache. `null` is a value; `undefined` means absent.
 * 5. `deleteByPrefix` removes every key that starts with exactly that string (`*`, `?` and `[` are literal characters).
 * 6. An unavailable cache behaves like an empty one and counts this in its metrics. Calls to it do not fail.
 */
export type Cache = {
  get(key: string): Promise<Json | undefined>;
  /** @param ttlMs lifetime of the value in milliseconds, above 0 */
  set(key: string, value: Json, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** @throws RangeError for an empty prefix, which would delete the entries of everybody who shares the cache */
  deleteByPrefix(prefix: string): Promise<void>;
};
