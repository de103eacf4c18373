import type { Health, OutboxEntry } from './record.ts';

export type WakeInput = {
  readonly dueAtMs: number | null;
  readonly outbox: readonly OutboxEntry[];
  readonly health: Health;
  /** Ticks fall on whole multiples of this, so a due time between two of them wakes at the later one. */
  readonly tickEveryMs: number;
};

/**
 * When an actor must be looked at next, UTC ms: the earliest of its due time (rounded up to the tick that will serve it, so that the
 * once-a-second look between ticks does not see it), its outbox entries' next attempts, and its claims' ends. A quarantined actor never wakes.
 */
export function wakeTime({ dueAtMs, outbox, health, tickEveryMs }: WakeInput): number | null {
  if (health.state === 'quarantined') return null;
  let earliest = Number.POSITIVE_INFINITY;
  if (dueAtMs !== null) {
    const notBefore = health.untilMs === null ? dueAtMs : Math.max(dueAtMs, health.untilMs);
    earliest = Math.ceil(notBefore / tickEveryMs) * tickEveryMs;
  }
  for (const entry of outbox) earliest = Math.min(earliest, entryWakeTime(entry));
  return earliest === Number.POSITIVE_INFINITY ? null : earliest;
}

/** A claimed entry is looked at when its claim ends, any other at its next attempt. */
export function entryWakeTime(entry: OutboxEntry): number {
  return entry.claimUntilMs ?? entry.nextAttemptAtMs;
}
