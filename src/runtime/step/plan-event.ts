import type { PlainEvent, TimedEvent } from '../define/definition.ts';
import type { OutboxEntry } from '../record/record.ts';
import type { Envelope, Loaded, SteppedAhead } from './cell.ts';
import { planOfStep } from './commit-plans.ts';
import type { CompiledActor } from './compile-actor.ts';
import type { PlanContext, Planned } from './plan-context.ts';
import { healthAfterStep } from './supervision.ts';

/**
 * Plans the commit for an event: computes the machine's step and returns the commit, or the information that nothing changed. `outbox`
 * contains the effects that remain before the step adds new ones. If the event is the result of an effect, that effect is no longer in
 * `outbox`.
 */
export function planEvent(
  actor: CompiledActor,
  loaded: Loaded,
  event: PlainEvent,
  outbox: readonly OutboxEntry[],
  envelope: Envelope,
  present: PlanContext,
): Planned {
  const { record, snapshot } = loaded;
  const unsettled = outbox === record.outbox;
  // A running XState actor ignores all events once it is done. XState's transition function does not check whether the actor is done, so
  // this code does.
  if (snapshot.status !== 'active') {
    if (unsettled) return { unchanged: true, accepted: false };
    return planOfStep(actor, record, { snapshot, actions: [] }, outbox, event, envelope, present);
  }
  const given = envelope.work.kind === 'tick' ? envelope.work.ahead : undefined;
  const ahead = given?.on === snapshot ? given : undefined;
  // The history must contain the same time that the machine received. Otherwise, replaying the events would lead to other states.
  const context = ahead === undefined ? present : { ...present, nowMs: ahead.atMs };
  const stamped = stamp(event, context.nowMs);
  const stepped = ahead?.stepped ?? actor.stepper.step(snapshot, stamped);
  if (stepped.snapshot !== snapshot || stepped.actions.length > 0)
    return planOfStep(actor, record, stepped, outbox, event, envelope, context);
  const accepted = envelope.work.kind === 'tick' || actor.stepper.expects(snapshot, stamped);
  // An event for which the actor's state has no transition does not reset the actor's failures, because it does not show that the actor
  // works again.
  if (unsettled && (!accepted || healthAfterStep(record.health, outbox) === record.health)) return { unchanged: true, accepted };
  const plan = planOfStep(actor, record, stepped, outbox, event, envelope, context);
  return accepted ? plan : { ...plan, unexpected: true };
}

/**
 * Computes a tick's step before any other data is created for the tick. In most ticks most actors do nothing, and computing the step is
 * then the only cost. Returns null for an actor that does nothing, and undefined for an actor that needs the normal procedure (because it
 * is done, or its health may change).
 */
export function stepAhead(
  actor: CompiledActor,
  { record, snapshot }: Loaded,
  event: PlainEvent,
  nowMs: number,
): SteppedAhead | null | undefined {
  if (snapshot.status !== 'active' || record.health.state !== 'ok') return undefined;
  const { snapshot: next, actions } = actor.stepper.step(snapshot, stamp(event, nowMs));
  if (next === snapshot && actions.length === 0) return null;
  return { on: snapshot, stepped: { snapshot: next, actions: [...actions] }, atMs: nowMs };
}

/** Adds the time of the step to an event, because machines have no other clock. */
export function stamp(event: PlainEvent, at: number): TimedEvent {
  return { ...event, at };
}
