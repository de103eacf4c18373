import type { Json } from '../../values/json.ts';
import type { PlainEvent } from '../define/definition.ts';
import { type ActorRecord, APPLIED_KEPT, type Health, type HistoryNote, type OutboxEntry } from '../record/record.ts';
import { withTriggers } from '../record/record-triggers.ts';
import { wakeTime } from '../record/wake-time.ts';
import { armTriggers } from './arm-triggers.ts';
import type { Envelope, Loaded, Plan } from './cell.ts';
import type { CompiledActor } from './compile-actor.ts';
import { indexKeysOf } from './index-keys-of.ts';
import { persistSnapshot } from './persist-snapshot.ts';
import type { PlanContext } from './plan-context.ts';
import { requestEffects } from './request-effects.ts';
import type { Stepped } from './stepper.ts';
import { healthAfterStep } from './supervision.ts';

type Delivery = Pick<Envelope, 'eventId' | 'cause'>;

/**
 * Builds the commit of a step. Only this function converts a machine's snapshot to a record. `kept` is the outbox without the effects that
 * have been settled.
 */
export function planOfStep(
  actor: CompiledActor,
  previous: ActorRecord,
  { snapshot, actions }: Stepped,
  kept: readonly OutboxEntry[],
  event: PlainEvent,
  delivery: Delivery,
  context: PlanContext,
): Plan {
  const { definition } = actor;
  const { outbox, starting } = requestEffects(actor, previous, actions, kept, context);
  const health = healthAfterStep(previous.health, outbox);
  const dueAtMs = snapshot.status === 'active' ? definition.due(snapshot) : null;
  // NaN is refused as a due time. JSON would store it as null, which means "never", and the actor would stop working without an error.
  if (dueAtMs !== null && !Number.isFinite(dueAtMs)) throw new Error(`the actor's \`due\` is ${dueAtMs}, which is not a valid time`);
  const next: ActorRecord = {
    id: previous.id,
    type: previous.type,
    shard: previous.shard,
    revision: previous.revision + 1,
    version: definition.version,
    epoch: previous.epoch,
    snapshot: persistSnapshot(snapshot, previous.snapshot),
    applied: withApplied(previous.applied, delivery.eventId),
    dueAtMs,
    wakeAtMs: wakeTime({ dueAtMs, outbox, health, tickEveryMs: context.tickEveryMs, nowMs: context.nowMs }),
    outbox,
    keys: indexKeysOf(actor, snapshot, previous.keys),
    health,
    createdAtMs: previous.createdAtMs,
    updatedAtMs: context.nowMs,
  };
  return {
    next: definition.triggers === undefined ? next : withTriggers(next, armTriggers(definition, next, snapshot, previous.triggers)),
    snapshot,
    note: noteOf(event, delivery, context.nowMs),
    starting,
  };
}

/** A change of an actor's record that does not come from its machine. `starting` are the effects that it leases to this node. */
export type Upkeep = {
  readonly outbox: readonly OutboxEntry[];
  readonly health: Health;
  readonly event: PlainEvent;
  readonly starting: readonly OutboxEntry[];
};

/** Builds a commit that does not run the machine. It is used for leases, retries and changes of health. */
export function planOfUpkeep(
  { definition }: CompiledActor,
  { record, snapshot }: Loaded,
  { outbox, health, event, starting }: Upkeep,
  delivery: Delivery,
  context: PlanContext,
): Plan {
  const next: ActorRecord = {
    ...record,
    revision: record.revision + 1,
    applied: withApplied(record.applied, delivery.eventId),
    outbox,
    health,
    wakeAtMs: wakeTime({ dueAtMs: record.dueAtMs, outbox, health, tickEveryMs: context.tickEveryMs, nowMs: context.nowMs }),
    updatedAtMs: context.nowMs,
  };
  const rearms = (health.state === 'quarantined') !== (record.health.state === 'quarantined');
  return {
    next: rearms ? withTriggers(next, armTriggers(definition, next, snapshot, record.triggers)) : next,
    snapshot,
    note: noteOf(event, delivery, context.nowMs),
    starting,
  };
}

function noteOf({ type, ...payload }: PlainEvent, { eventId, cause }: Delivery, atMs: number): HistoryNote {
  return { event: { id: eventId, type, payload: payload as Json }, atMs, cause };
}

function withApplied(applied: readonly string[], eventId: string): readonly string[] {
  const kept = applied.slice(applied.length < APPLIED_KEPT ? 0 : 1 - APPLIED_KEPT);
  kept.push(eventId);
  return kept;
}
