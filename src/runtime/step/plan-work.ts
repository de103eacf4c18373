import { TerminalError } from '../../values/errors/terminal-error.ts';
import { NO_KEYS } from '../../values/index-keys.ts';
import { shardOf } from '../../values/shard.ts';
import { type ActorRecord, HEALTHY } from '../record/record.ts';
import type { Cell, Envelope, Loaded, Work } from './cell.ts';
import { planOfStep } from './commit-plans.ts';
import type { CompiledActor } from './compile-actor.ts';
import type { PlanContext, Planned } from './plan-context.ts';
import { planLease, planPostpone, planRetry, planSettle } from './plan-effect-work.ts';
import { planEvent } from './plan-event.ts';
import { planHealth } from './plan-health.ts';
import { planRestore, requireRevision } from './plan-restore.ts';

/**
 * Plans the commit for a piece of work on one actor: returns the record to write, or the information that nothing needs to be written. The
 * function is pure, and is the core of the runtime. Errors of a machine are rethrown and leave the actor unchanged.
 */
export function planWork(cell: Cell, envelope: Envelope, context: PlanContext): Planned {
  const { work } = envelope;
  if (work.kind === 'create') return planCreate(cell, work.input, envelope, context);
  if (cell.loaded === null)
    throw new TerminalError({ code: 'actor-not-found', status: 404, message: `The actor ${cell.id} does not exist.` });
  return planOn(cell.actor, withoutEnded(cell, cell.loaded, work), work, envelope, context);
}

/**
 * Returns the actor with an outbox that lacks the effects that have already ended. If the piece of work stores the end of an effect, that
 * effect is kept, because its removal is the change that the work makes.
 */
function withoutEnded({ ended }: Cell, loaded: Loaded, work: Work): Loaded {
  if (ended === undefined || ended.size === 0) return loaded;
  const { record } = loaded;
  const outbox = record.outbox.filter(({ key }) => !ended.has(key) || (work.kind === 'settle' && work.key === key));
  return outbox.length === record.outbox.length ? loaded : { ...loaded, record: { ...record, outbox } };
}

function planCreate(cell: Cell, input: unknown, envelope: Envelope, context: PlanContext): Planned {
  if (cell.loaded !== null) throw new TerminalError({ code: 'actor-exists', status: 409, message: `The actor ${cell.id} already exists.` });
  const stepped = cell.actor.stepper.start(input);
  const blank: ActorRecord = {
    id: cell.id,
    type: cell.actor.type,
    shard: shardOf(cell.id),
    revision: 0,
    version: cell.actor.definition.version,
    epoch: 0,
    snapshot: { status: 'active', value: '', context: {} },
    applied: [],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    keys: NO_KEYS,
    health: HEALTHY,
    createdAtMs: context.nowMs,
    updatedAtMs: context.nowMs,
  };
  return planOfStep(cell.actor, blank, stepped, blank.outbox, { type: 'runtime.created', input }, envelope, context);
}

function planOn(
  actor: CompiledActor,
  loaded: Loaded,
  work: Exclude<Work, { kind: 'create' }>,
  envelope: Envelope,
  context: PlanContext,
): Planned {
  switch (work.kind) {
    case 'event':
    case 'tick':
      return planEvent(actor, loaded, work.event, loaded.record.outbox, envelope, context);
    case 'settle':
      return planSettle(actor, loaded, work, envelope, context);
    case 'lease':
      return planLease(actor, loaded, work, envelope, context);
    case 'postpone':
      return planPostpone(actor, loaded, work, envelope, context);
    case 'retry':
      return planRetry(actor, loaded, work, envelope, context);
    case 'health':
      return planHealth(actor, loaded, work, envelope, context);
    case 'restore':
      requireRevision(loaded.record, work.expected);
      return planRestore(actor, loaded.record, work.target, envelope, context);
  }
}
