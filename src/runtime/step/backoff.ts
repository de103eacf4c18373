import { doublingPauseMs } from '../../values/doubling-pause.ts';
import type { RetryPolicy } from '../define/definition.ts';

/** For effects that name no policy: 8 attempts over about 2 minutes. */
export const DEFAULT_RETRY: RetryPolicy = Object.freeze({ maxAttempts: 8, firstDelayMs: 1_000, maxDelayMs: 60_000 });

/**
 * Delay after the given number of failed attempts, ms: exponential with equal jitter (half fixed, half random), so that many that
 * failed together do not come back together. `random` is in [0, 1).
 */
export function backoffDelay(policy: RetryPolicy, failedAttempts: number, random: number): number {
  const full = doublingPauseMs(policy.firstDelayMs, policy.maxDelayMs, failedAttempts);
  return Math.ceil(full / 2 + (full / 2) * random);
}
