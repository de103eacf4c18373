import type { Json } from '../../values/json.ts';
import type { AnyEffectSpec } from '../define/definition.ts';
import type { ActorId, OutboxEntry, RecordedError } from '../record/record.ts';
import type { AskedAction } from './asked-action.ts';

/** Milliseconds that a lease lasts past the effect's deadline: the time to store the result. */
export const CLAIM_GRACE_MS = 2_000;

export type EnqueueContext = {
  readonly actorId: ActorId;
  readonly revision: number;
  readonly epoch: number;
  readonly nowMs: number;
  /** The node that will run the effect at once when it has capacity: the lease is then part of the same write. */
  readonly claimant: string | null;
};

/** Makes the stable key of a revision's n-th effect. The epoch is part of it only after a restore raised it. */
export function effectKey(actorId: ActorId, revision: number, n: number, epoch: number): string {
  const key = `${actorId}/${revision}/${n}`;
  return epoch === 0 ? key : `${key}@${epoch}`;
}

export function enqueue(action: AskedAction, n: number, spec: AnyEffectSpec, context: EnqueueContext): OutboxEntry {
  const delayMs = spec.delayMs ?? 0;
  const claimedBy = delayMs > 0 ? null : context.claimant;
  return {
    key: effectKey(context.actorId, context.revision, n, context.epoch),
    name: action.type,
    params: (action.params ?? null) as Json,
    state: claimedBy === null ? 'ready' : 'claimed',
    attempts: claimedBy === null ? 0 : 1,
    nextAttemptAtMs: context.nowMs + delayMs,
    claimedBy,
    claimUntilMs: claimedBy === null ? null : context.nowMs + spec.deadlineMs + CLAIM_GRACE_MS,
    lastError: null,
  };
}

/** Whether an entry may be leased now: it is due, or its lease expired. */
export function isClaimable(entry: OutboxEntry, nowMs: number): boolean {
  return entry.claimUntilMs === null ? entry.nextAttemptAtMs <= nowMs : entry.claimUntilMs <= nowMs;
}

/** Whether another node has the lease of an entry. */
export function isHeldByOther(entry: OutboxEntry, nodeId: string): boolean {
  return entry.claimedBy !== null && entry.claimedBy !== nodeId;
}

/**
 * Leases an entry. After an expired lease (or one of a dead node) an effect that may have happened becomes indeterminate; an
 * idempotent one simply runs again.
 */
export function claim(entry: OutboxEntry, spec: AnyEffectSpec, by: string, nowMs: number): OutboxEntry {
  const ranOut = entry.state === 'claimed';
  const indeterminate = entry.state === 'indeterminate' || (ranOut && spec.safety === 'reconcile');
  return {
    ...entry,
    state: indeterminate ? 'indeterminate' : 'claimed',
    attempts: entry.attempts + 1,
    claimedBy: by,
    claimUntilMs: nowMs + spec.deadlineMs + CLAIM_GRACE_MS,
  };
}

/** Whether `now` still has the lease that it had as `then`. */
export function isSameClaim(now: OutboxEntry, then: OutboxEntry): boolean {
  return now.claimedBy === then.claimedBy && now.attempts === then.attempts && now.claimUntilMs === then.claimUntilMs;
}

/** Puts an entry back after a failed attempt: `ready` when nothing happened, `indeterminate` when that is unknown. */
export function postpone(
  entry: OutboxEntry,
  state: 'ready' | 'indeterminate',
  nextAttemptAtMs: number,
  lastError: RecordedError,
): OutboxEntry {
  return { ...entry, state, nextAttemptAtMs, claimedBy: null, claimUntilMs: null, lastError };
}

export function replaceEntry(outbox: readonly OutboxEntry[], key: string, entry: OutboxEntry | null): readonly OutboxEntry[] {
  return entry === null ? outbox.filter((other) => other.key !== key) : outbox.map((other) => (other.key === key ? entry : other));
}
