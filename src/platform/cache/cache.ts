import type { Json } from '../../values/json.ts';

/**
 * Values that may be lost at any time. Invariants every adapter keeps, and `test/contract/cache` checks:
 *
 * 1. Only a hint. Anything may be gone before its time (bound, restart, failover); nothing may depend on its being there, and
 *    nothing that decides who wins or whether something was seen is kept here: that belongs in the store.
 * 2. Never late. `get` does not give a value whose time is up, by the clock it was made with.
 * 3. Last write wins. After `set` has resolved, `get` on the same node gives that value or `undefined`, never an older one.
 * 4. JSON in, an equal value out, and not the same object: changing what went in or came out changes nothing in the cache.
 *    `null` is a value; `undefined` means absent.
 * 5. `deleteByPrefix` removes every key that starts with exactly that text (`*`, `?` and `[` mean themselves).
 * 6. A cache that is away answers like an empty one, and says so in its metrics; callers do not fail with it.
 */
export type Cache = {
  get(key: string): Promise<Json | undefined>;
  /** @param ttlMs lifetime in milliseconds, above 0 */
  set(key: string, value: Json, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** @throws RangeError for an empty prefix: it would empty a cache that others share */
  deleteByPrefix(prefix: string): Promise<void>;
};
