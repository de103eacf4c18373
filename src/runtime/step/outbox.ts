import type { Json } from '../../values/json.ts';
import type { AnyEffectSpec } from '../define/definition.ts';
import type { ActorId, OutboxEntry, RecordedError } from '../record/record.ts';
import type { AskedAction } from './asked-action.ts';

/** Milliseconds by which a lease exceeds the effect's deadline, so that there is time to store the result. */
export const LEASE_GRACE_MS = 2_000;

/**
 * The maximum delay (ms) of an effect that is leased in the commit that requests it, and so needs no second commit for its lease. After a
 * crash its lease must end first, as for an effect that was running.
 */
export const LEASED_AHEAD_MS = 3_000;

export type EnqueueContext = {
  readonly actorId: ActorId;
  readonly revision: number;
  readonly epoch: number;
  readonly nowMs: number;
  /** The node that will run the effect at once because it has capacity. The lease is then part of the same write. */
  readonly leaseTo: string | null;
};

/** Builds the stable key of a revision's n-th effect. The epoch is part of it only after a restore increased it. */
export function effectKey(actorId: ActorId, revision: number, n: number, epoch: number): string {
  const key = `${actorId}/${revision}/${n}`;
  return epoch === 0 ? key : `${key}@${epoch}`;
}

export function enqueue(action: AskedAction, n: number, spec: AnyEffectSpec, context: EnqueueContext): OutboxEntry {
  const delayMs = spec.delayMs ?? 0;
  const leasedBy = delayMs > LEASED_AHEAD_MS ? null : context.leaseTo;
  return {
    key: effectKey(context.actorId, context.revision, n, context.epoch),
    name: action.type,
    params: (action.params ?? null) as Json,
    state: leasedBy === null ? 'ready' : 'leased',
    attempts: leasedBy === null ? 0 : 1,
    nextAttemptAtMs: context.nowMs + delayMs,
    leasedBy,
    leaseUntilMs: leasedBy === null ? null : context.nowMs + delayMs + spec.deadlineMs + LEASE_GRACE_MS,
    lastError: null,
  };
}

/** Whether an entry may be leased now: it is due, or its lease expired. */
export function isLeasable(entry: OutboxEntry, nowMs: number): boolean {
  return entry.leaseUntilMs === null ? entry.nextAttemptAtMs <= nowMs : entry.leaseUntilMs <= nowMs;
}

/** Whether another node has the lease of an entry. */
export function isHeldByOther(entry: OutboxEntry, nodeId: string): boolean {
  return entry.leasedBy !== null && entry.leasedBy !== nodeId;
}

/**
 * Leases an entry. After an expired lease (or the lease of a dead node), an effect that may have happened becomes indeterminate; an
 * idempotent effect simply runs again.
 */
export function lease(entry: OutboxEntry, spec: AnyEffectSpec, by: string, nowMs: number): OutboxEntry {
  const ranOut = entry.state === 'leased';
  const indeterminate = entry.state === 'indeterminate' || (ranOut && spec.safety === 'reconcile');
  return {
    ...entry,
    state: indeterminate ? 'indeterminate' : 'leased',
    attempts: entry.attempts + 1,
    leasedBy: by,
    leaseUntilMs: nowMs + spec.deadlineMs + LEASE_GRACE_MS,
  };
}

/** Whether the entry `now` still has the lease of the earlier entry `then`. */
export function isSameLease(now: OutboxEntry, then: OutboxEntry): boolean {
  return now.leasedBy === then.leasedBy && now.attempts === then.attempts && now.leaseUntilMs === then.leaseUntilMs;
}

/**
 * Returns an entry to the outbox after a failed attempt: as `ready` when the effect did not happen, as `indeterminate` when that is
 * unknown.
 */
export function postpone(
  entry: OutboxEntry,
  state: 'ready' | 'indeterminate',
  nextAttemptAtMs: number,
  lastError: RecordedError,
): OutboxEntry {
  return { ...entry, state, nextAttemptAtMs, leasedBy: null, leaseUntilMs: null, lastError };
}

export function replaceEntry(outbox: readonly OutboxEntry[], key: string, entry: OutboxEntry | null): readonly OutboxEntry[] {
  return entry === null ? outbox.filter((other) => other.key !== key) : outbox.map((other) => (other.key === key ? entry : other));
}
