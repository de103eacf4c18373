/**
 * Counts who did something how often, in fixed windows: a key's window begins with its first take and ends `windowMs` later, whatever
 * is taken meanwhile. (So twice the limit fits around the end of a window. That protects from floods as well as finer counting does,
 * at one number per key.) Invariants every adapter keeps, and `test/contract/rate-limit` checks:
 *
 * 1. In one window of a key at most `limit` takes are allowed, however many come at once.
 * 2. Takes that are refused do not lengthen the window: who waits until `resetAtMs` is allowed again.
 * 3. Keys do not touch each other, and what is kept is bounded.
 * 4. It never throws and never waits long: without what nodes share, each counts on its own.
 */
export type RateLimiter = {
  take(key: string, rate: Rate): Promise<Taken>;
};

/** At most `limit` within `windowMs`; both above 0. */
export type Rate = { readonly limit: number; readonly windowMs: number };

export type Taken = {
  readonly allowed: boolean;
  /** How many more are allowed in this window. */
  readonly remaining: number;
  /** When this window ends, UTC ms by the clock of this node. */
  readonly resetAtMs: number;
};

export function takenOf(count: number, limit: number, resetAtMs: number): Taken {
  return { allowed: count <= limit, remaining: Math.max(0, limit - count), resetAtMs };
}

/** @throws RangeError for a rate that allows nothing or has no time */
export function checkRate({ limit, windowMs }: Rate): void {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`limit must be a whole number above 0, not ${limit}`);
  if (!Number.isSafeInteger(windowMs) || windowMs < 1) throw new RangeError(`windowMs must be a whole number above 0, not ${windowMs}`);
}
