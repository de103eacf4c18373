/**
 * Limits how often a key is used, in fixed windows: a key's window begins with its first use and ends `windowMs` later. (So twice the limit
 * is possible around the end of a window. This still protects against floods, and needs only one number per key.) Every adapter ensures
 * these invariants, which `test/contract/rate-limit` checks:
 * 1. In one window of a key at most `limit` uses are allowed, however many arrive at once.
 * 2. Refused uses do not lengthen the window: after `resetAtMs` the key is allowed again.
 * 3. Keys do not affect each other, and memory is bounded.
 * 4. It never throws and never waits long: without the shared server, each node counts separately.
 */
export type RateLimiter = {
  take(key: string, rate: Rate): Promise<Taken>;
};

/** A rate limit: at most `limit` uses within `windowMs`. Both are above 0. */
export type Rate = { readonly limit: number; readonly windowMs: number };

export type Taken = {
  readonly allowed: boolean;
  /** Number of times that the key may still be used within its current window. */
  readonly remaining: number;
  /** When the key's current window ends, in UTC ms by the clock of this node. */
  readonly resetAtMs: number;
};

export function takenOf(count: number, limit: number, resetAtMs: number): Taken {
  return { allowed: count <= limit, remaining: Math.max(0, limit - count), resetAtMs };
}

/** Checks a rate limit. @throws RangeError for a limit or a window below 1 */
export function checkRate({ limit, windowMs }: Rate): void {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`limit must be a whole number above 0, not ${limit}`);
  if (!Number.isSafeInteger(windowMs) || windowMs < 1) throw new RangeError(`windowMs must be a whole number above 0, not ${windowMs}`);
}
