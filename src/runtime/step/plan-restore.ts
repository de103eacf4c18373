import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type ActorRecord, HEALTHY } from '../record/record.ts';
import type { Envelope, Plan } from './cell.ts';
import { planOfStep } from './commit-plans.ts';
import type { CompiledActor } from './compile-actor.ts';
import { liftSnapshot } from './hydrate.ts';
import type { PlanContext } from './plan-context.ts';
import { stamp } from './plan-event.ts';
import type { Stepped } from './stepper.ts';

/**
 * Plans a new revision with an old snapshot. Effects in the current outbox that may have happened are kept, so that they are reconciled.
 * Effects that never ran are kept only if the old revision had requested them too. Effects that have been settled since the old revision do
 * not run again, since the outbox of the old revision is not restored.
 */
export function planRestore(
  actor: CompiledActor,
  record: ActorRecord,
  target: ActorRecord,
  envelope: Pick<Envelope, 'eventId' | 'cause'>,
  context: PlanContext,
): Plan {
  const wanted = new Set(target.outbox.map((entry) => entry.key));
  const outbox = record.outbox.filter((entry) => entry.state !== 'ready' || wanted.has(entry.key));
  const restored = actor.stepper.restore(liftSnapshot(actor.definition, target));
  const { restore } = actor.definition;
  const stepped: Stepped =
    typeof restore === 'function' && restored.status === 'active'
      ? actor.stepper.step(restored, stamp(restore(), context.nowMs))
      : { snapshot: restored, actions: [] };
  const raised: ActorRecord = { ...record, epoch: record.epoch + 1, health: HEALTHY };
  return planOfStep(actor, raised, stepped, outbox, { type: 'runtime.restored', revision: target.revision }, envelope, context);
}

/**
 * Checks that an actor has the revision that the operator has seen. @throws TerminalError `revision-moved-on` (409) when the actor has
 * another revision
 */
export function requireRevision({ id, revision }: ActorRecord, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  const message = `The restore was refused, because ${id} has meanwhile changed from revision ${expected} to ${revision}. Read the actor again.`;
  throw new TerminalError({ code: 'revision-moved-on', status: 409, message, details: { expected, revision } });
}
