import type { Json } from '../../values/json.ts';
import type { AnyEffectSpec } from '../define/definition.ts';
import type { ActorId, OutboxEntry, RecordedError } from '../record/record.ts';
import type { AskedAction } from './asked-action.ts';

/** How much longer a lease lasts than the effect's deadline, in ms. The additional time is needed to store the result. */
export const LEASE_GRACE_MS = 2_000;

/**
 * Maximum delay (ms) with which an effect is leased in the same commit that requests it. This saves a second commit for the lease. If the
 * node crashes during the delay, the effect can run elsewhere only after the lease has ended, like an effect that was already running.
 */
export const LEASED_AHEAD_MS = 3_000;

export type EnqueueContext = {
  readonly actorId: ActorId;
  readonly revision: number;
  readonly epoch: number;
  readonly nowMs: number;
  /**
   * The node that will run the effect immediately because it has free capacity; null when none does. The lease of that node is stored in
   * the commit that adds the effect.
   */
  readonly leaseTo: string | null;
};

/**
 * Builds the stable key of the n-th effect that a revision requests. The key contains the epoch (the number of restores) only if the actor
 * was restored before.
 */
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

/** Whether an outbox effect can be leased now: it is due, or its previous lease has expired. */
export function isLeasable(entry: OutboxEntry, nowMs: number): boolean {
  return entry.leaseUntilMs === null ? entry.nextAttemptAtMs <= nowMs : entry.leaseUntilMs <= nowMs;
}

/** Whether another node currently has the lease of an outbox effect. */
export function isHeldByOther(entry: OutboxEntry, nodeId: string): boolean {
  return entry.leasedBy !== null && entry.leasedBy !== nodeId;
}

/**
 * Leases an outbox effect to a node. If an earlier lease expired, or its node no longer exists, the effect may have happened. The effect
 * then becomes indeterminate. An idempotent effect (one that may happen twice without harm) does not, because it can simply run again.
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

/** Whether an outbox entry (`now`) still has the lease that it had earlier (`then`). */
export function isSameLease(now: OutboxEntry, then: OutboxEntry): boolean {
  return now.leasedBy === then.leasedBy && now.attempts === then.attempts && now.leaseUntilMs === then.leaseUntilMs;
}

/**
 * Puts an effect back into the outbox after a failed attempt: as `ready` when the effect has certainly not happened, as `indeterminate`
 * when that is unknown.
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
