import type { OutboxEntry } from '../record/record.ts';
import type { Envelope, Loaded, Work } from './cell.ts';
import { planOfStep, planOfUpkeep } from './commit-plans.ts';
import type { CompiledActor } from './compile-actor.ts';
import { isHeldByOther, isLeasable, isSameLease, lease, postpone, replaceEntry } from './outbox.ts';
import type { PlanContext, Planned } from './plan-context.ts';
import { planEvent } from './plan-event.ts';
import { retryEntries } from './retry-entries.ts';
import { afterEffectFailure, quarantine } from './supervision.ts';

type WorkOf<Kind extends Work['kind']> = Extract<Work, { readonly kind: Kind }>;

const NOTHING_TO_DO: Planned = { unchanged: true, accepted: true };

/**
 * Plans the commit for an effect that has ended. The same write removes the effect's entry from the outbox and stores the step that the
 * effect's result causes.
 */
export function planSettle(
  actor: CompiledActor,
  loaded: Loaded,
  work: WorkOf<'settle'>,
  envelope: Envelope,
  context: PlanContext,
): Planned {
  const { record, snapshot } = loaded;
  const settled = record.outbox.find((entry) => entry.key === work.key);
  if (!settled || (work.lease && !isSameLease(settled, work.lease))) return NOTHING_TO_DO;
  const outbox = replaceEntry(record.outbox, work.key, null);
  if (work.event !== null) return planEvent(actor, loaded, work.event, outbox, envelope, context);
  return planOfStep(actor, record, { snapshot, actions: [] }, outbox, { type: 'runtime.settled', key: work.key }, envelope, context);
}

/** Plans the commit that leases effects of an actor to this node, which then runs them. */
export function planLease(actor: CompiledActor, loaded: Loaded, work: WorkOf<'lease'>, envelope: Envelope, context: PlanContext): Planned {
  const { record } = loaded;
  const leased: OutboxEntry[] = [];
  const outbox = record.outbox.map((entry) => {
    const spec = work.keys.includes(entry.key) ? actor.effects.get(entry.name) : undefined;
    const isFree = isLeasable(entry, context.nowMs) || (work.takesOver && isHeldByOther(entry, context.nodeId));
    if (!spec || !isFree) return entry;
    const mine = lease(entry, spec, context.nodeId, context.nowMs);
    leased.push(mine);
    return mine;
  });
  if (leased.length === 0) return NOTHING_TO_DO;
  const event = { type: 'runtime.leased', keys: [...work.keys] };
  return planOfUpkeep(actor, loaded, { outbox, health: record.health, event, starting: leased }, envelope, context);
}

/** Plans the commit after a failed attempt: the effect goes back into the outbox for a later attempt, or the actor is quarantined. */
export function planPostpone(
  actor: CompiledActor,
  loaded: Loaded,
  work: WorkOf<'postpone'>,
  envelope: Envelope,
  context: PlanContext,
): Planned {
  const { record } = loaded;
  const { key } = work.lease;
  const entry = record.outbox.find((other) => other.key === key);
  if (!entry || !isSameLease(entry, work.lease)) return NOTHING_TO_DO;
  const outbox = replaceEntry(record.outbox, key, postpone(entry, work.state, work.atMs, work.error));
  const health = work.quarantine ? quarantine(record.health, work.error) : afterEffectFailure(record.health, work.error);
  const type = work.quarantine ? 'runtime.quarantined' : 'runtime.postponed';
  const event = { type, key, code: work.error.code, message: work.error.message };
  return planOfUpkeep(actor, loaded, { outbox, health, event, starting: [] }, envelope, context);
}

/** Plans the commit for an operator's retry: waiting effects become due immediately. */
export function planRetry(actor: CompiledActor, loaded: Loaded, work: WorkOf<'retry'>, envelope: Envelope, context: PlanContext): Planned {
  const { record } = loaded;
  const retried = retryEntries(actor.effects, record.outbox, work.key, context.nowMs);
  if (retried === null) return { unchanged: true, accepted: false };
  const event = { type: 'runtime.effect-retried', keys: [...retried.keys] };
  return planOfUpkeep(actor, loaded, { outbox: retried.outbox, health: record.health, event, starting: [] }, envelope, context);
}
