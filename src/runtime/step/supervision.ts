import { HEALTHY, type Health, type OutboxEntry, type RecordedError } from '../record/record.ts';
import { backoffDelay } from './backoff.ts';

export type SupervisionPolicy = {
  /** Number of failures in a row after which an actor is quarantined. Default 8. */
  readonly maxFailures: number;
  /** Delay in ms after the first failed tick. The delay doubles with each further failure, with a random variation. Default 60,000. */
  readonly firstDelayMs: number;
  /** Maximum delay of an actor's next tick after failed ticks, in ms. Default 3,600,000. */
  readonly maxDelayMs: number;
};

export const DEFAULT_SUPERVISION: SupervisionPolicy = Object.freeze({ maxFailures: 8, firstDelayMs: 60_000, maxDelayMs: 3_600_000 });

/**
 * Returns an actor's health after the step of a tick has failed: no tick before `untilMs`, and a quarantine after too many failures in a
 * row.
 */
export function afterStepFailure(health: Health, error: RecordedError, policy: SupervisionPolicy, random: number): Health {
  const failures = health.failures + 1;
  if (failures >= policy.maxFailures) return quarantine(health, error, failures);
  const delayMs = backoffDelay({ maxAttempts: policy.maxFailures, ...policy }, failures, random);
  return { state: 'backing-off', failures, sinceMs: health.sinceMs ?? error.atMs, untilMs: error.atMs + delayMs, lastError: error };
}

/**
 * Returns an actor's health while one of its effects is being retried. The actor still gets ticks, since only the effect waits. A
 * quarantined actor stays quarantined.
 */
export function afterEffectFailure(health: Health, error: RecordedError): Health {
  if (health.state === 'quarantined') return health;
  return { ...health, state: 'backing-off', failures: health.failures + 1, sinceMs: health.sinceMs ?? error.atMs, lastError: error };
}

export function quarantine(health: Health, error: RecordedError, failures = health.failures + 1): Health {
  return { state: 'quarantined', failures, sinceMs: error.atMs, untilMs: null, lastError: error };
}

/**
 * Returns an actor's health after a step: healthy, unless an effect in its outbox still waits after a failure. Returns the same object when
 * nothing changed.
 */
export function healthAfterStep(health: Health, outbox: readonly OutboxEntry[]): Health {
  if (health.state !== 'backing-off') return health;
  if (outbox.some((entry) => entry.lastError !== null)) return health.untilMs === null ? health : { ...health, untilMs: null };
  return HEALTHY;
}
