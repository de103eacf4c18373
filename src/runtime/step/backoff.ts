import { doublingPauseMs } from '../../values/doubling-pause.ts';
import type { RetryPolicy } from '../define/definition.ts';

/** The retry policy of effects that have none of their own: 8 attempts within about 2 minutes. */
export const DEFAULT_RETRY: RetryPolicy = Object.freeze({ maxAttempts: 8, firstDelayMs: 1_000, maxDelayMs: 60_000 });

/**
 * Computes the delay in ms after a number of failed attempts: exponential with equal jitter (half fixed, half random), so that many
 * simultaneous failures are not retried at the same time. `random` is in [0, 1).
 */
export function backoffDelay(policy: RetryPolicy, failedAttempts: number, random: number): number {
  const full = doublingPauseMs(policy.firstDelayMs, policy.maxDelayMs, failedAttempts);
  return Math.ceil(full / 2 + (full / 2) * random);
}
