import type { Json } from '../../values/json.ts';

/**
 * A cache of values that may be lost at any time. Every adapter keeps these invariants, which `test/contract/cache` checks:
 * 1. Only a hint. Any value may disappear early (limit, restart, failover); nothing may depend on its presence. Data that decides a
 *    race or whether something was seen belongs in the store.
 * 2. Never late. `get` returns no expired value, by the clock that the cache was created with.
 * 3. Last write wins. After `set` has resolved, `get` on the same node returns that value or `undefined`, never an older one.
 * 4. JSON in, an equal value out, and not the same object: changing either object changes nothing in the cache. `null` is a value;
 *    `undefined` means absent.
 * 5. `deleteByPrefix` removes every key that starts with exactly that text (`*`, `?` and `[` mean themselves).
 * 6. An unavailable cache answers like an empty one and counts that in its metrics; callers do not fail with it.
 */
export type Cache = {
  get(key: string): Promise<Json | undefined>;
  /** @param ttlMs lifetime in milliseconds, above 0 */
  set(key: string, value: Json, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** @throws RangeError for an empty prefix: it would empty a cache that others share */
  deleteByPrefix(prefix: string): Promise<void>;
};
