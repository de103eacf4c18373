import { HEALTHY, type Health, type OutboxEntry, type RecordedError } from '../record/record.ts';
import { backoffDelay } from './backoff.ts';

export type SupervisionPolicy = {
  /** Number of consecutive failures before an actor is quarantined. Default 8. */
  readonly maxFailures: number;
  /** Delay after the first failed tick in ms. It doubles with each further failure, with jitter. Default 60,000. */
  readonly firstDelayMs: number;
  /** The maximum delay in ms. Default 3,600,000. */
  readonly maxDelayMs: number;
};

export const DEFAULT_SUPERVISION: SupervisionPolicy = Object.freeze({ maxFailures: 8, firstDelayMs: 60_000, maxDelayMs: 3_600_000 });

/** Returns the health after a tick's step failed: no tick before `untilMs`, and a quarantine after too many consecutive failures. */
export function afterStepFailure(health: Health, error: RecordedError, policy: SupervisionPolicy, random: number): Health {
  const failures = health.failures + 1;
  if (failures >= policy.maxFailures) return quarantine(health, error, failures);
  const delayMs = backoffDelay({ maxAttempts: policy.maxFailures, ...policy }, failures, random);
  return { state: 'backing-off', failures, sinceMs: health.sinceMs ?? error.atMs, untilMs: error.atMs + delayMs, lastError: error };
}

/**
 * Returns the health while an effect is being retried. The actor still gets ticks, since only the effect waits. A quarantine is not
 * changed.
 */
export function afterEffectFailure(health: Health, error: RecordedError): Health {
  if (health.state === 'quarantined') return health;
  return { ...health, state: 'backing-off', failures: health.failures + 1, sinceMs: health.sinceMs ?? error.atMs, lastError: error };
}

export function quarantine(health: Health, error: RecordedError, failures = health.failures + 1): Health {
  return { state: 'quarantined', failures, sinceMs: error.atMs, untilMs: null, lastError: error };
}

/**
 * Returns the health after a step: healthy, unless an effect in the outbox is still waiting after a failure. Returns the same object when
 * nothing changed.
 */
export function healthAfterStep(health: Health, outbox: readonly OutboxEntry[]): Health {
  if (health.state !== 'backing-off') return health;
  if (outbox.some((entry) => entry.lastError !== null)) return health.untilMs === null ? health : { ...health, untilMs: null };
  return HEALTHY;
}
