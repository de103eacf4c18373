import type { Health, OutboxEntry } from './record.ts';

export type WakeInput = {
  readonly dueAtMs: number | null;
  readonly outbox: readonly OutboxEntry[];
  readonly health: Health;
  /** Interval of ticks (checks of due actors) in ms. If a due time lies between two ticks, the actor wakes at the later tick. */
  readonly tickEveryMs: number;
  readonly nowMs: number;
};

/**
 * Computes when an actor must be processed next, in UTC ms: the earliest of its due time, the next attempts of its outbox entries, and the
 * ends of their leases. The due time is rounded up to the next tick, so that the search for due effects, which runs once a second, does not
 * find the actor earlier. A quarantined actor never wakes.
 *
 * An actor that is due at every tick has a wake time in the past, which nodes search only at a tick. When an effect is due that the writing
 * process does not run itself, as after an operator's command, the actor wakes when that effect is due. So a node finds it within a second.
 */
export function wakeTime({ dueAtMs, outbox, health, tickEveryMs, nowMs }: WakeInput): number | null {
  if (health.state === 'quarantined') return null;
  let earliest = Number.POSITIVE_INFINITY;
  for (const entry of outbox) earliest = Math.min(earliest, entryWakeTime(entry));
  // The effects that the writing process runs itself are leased, so their lease ends later than now.
  if (dueAtMs !== null && earliest > nowMs) {
    const notBefore = health.untilMs === null ? dueAtMs : Math.max(dueAtMs, health.untilMs);
    earliest = Math.min(earliest, Math.ceil(notBefore / tickEveryMs) * tickEveryMs);
  }
  return earliest === Number.POSITIVE_INFINITY ? null : earliest;
}

/** Returns when an outbox entry wakes its actor: for a leased effect when the lease ends, for any other effect at its next attempt. */
export function entryWakeTime(entry: OutboxEntry): number {
  return entry.leaseUntilMs ?? entry.nextAttemptAtMs;
}
