import type { Clock } from '../../../values/clock.ts';
import { checkRate, type RateLimiter, takenOf } from '../rate-limiter.ts';

export type MemoryRateLimiterOptions = {
  readonly clock: Clock;
  /** The maximum number of keys. When there are more, the oldest windows are removed, and the counts of their keys start again at 0. */
  readonly maxKeys?: number;
};

type Window = { count: number; readonly startedAtMs: number; readonly endsAtMs: number };

/** Creates a rate limiter that counts only on this node. */
export function createMemoryRateLimiter({ clock, maxKeys = 100_000 }: MemoryRateLimiterOptions): RateLimiter {
  // The counting windows by key, in the order in which they began.
  const windows = new Map<string, Window>();

  return {
    async take(key, rate) {
      checkRate(rate);
      const nowMs = clock.now();
      let window = windows.get(key);
      // If the clock was set back, the key's window would last too long, so a new window starts.
      if (window === undefined || nowMs >= window.endsAtMs || nowMs < window.startedAtMs) {
        windows.delete(key);
        window = { count: 0, startedAtMs: nowMs, endsAtMs: nowMs + rate.windowMs };
        windows.set(key, window);
        for (const [oldest, { endsAtMs }] of windows) {
          if (windows.size <= maxKeys && endsAtMs > nowMs) break;
          windows.delete(oldest);
        }
      }
      window.count += 1;
      return takenOf(window.count, rate.limit, window.endsAtMs);
    },
  };
}
