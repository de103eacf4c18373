import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { PlainEvent, TimedEvent } from '../define/definition.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { LoadedActor } from '../record/actor-store.ts';
import type { ActorId, ActorRecord } from '../record/record.ts';
import { checkEvent } from '../step/check-event.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { hydrate } from '../step/hydrate.ts';
import { retryEntries } from '../step/retry-entries.ts';
import { type BulkAct, type BulkCheck, type BulkRequest, bulkProblem } from './bulk.ts';
import type { Restore } from './restore-actor.ts';

export type DecideDeps = {
  readonly operator: {
    readonly tick: (id: ActorId, by: string) => Promise<Acted>;
    readonly send: (id: ActorId, event: PlainEvent, by: string) => Promise<Acted>;
    readonly release: (id: ActorId, by: string) => Promise<ActorRecord>;
    readonly retry: (id: ActorId, by: string) => Promise<ActorRecord>;
    readonly restore: Restore['restore'];
    readonly previewRestore: Restore['preview'];
  };
  readonly actorOf: (id: string) => CompiledActor;
  readonly isPaused: IsPaused;
  readonly nowMs: () => number;
};

/** The result of an operator's action on one actor, with the actor's record after the action. */
export type Acted = { readonly record: ActorRecord; readonly changed: boolean; readonly accepted: boolean };

/** Error codes which mean that a bulk action has nothing to do for an actor. They do not count as failures. */
const NOTHING_TO_DO = new Set([
  'nothing-waits',
  'effect-running',
  'not-changed-since',
  'actor-quarantined',
  'type-paused',
  'restore-refused',
]);

/**
 * Checks a bulk request. @throws InvalidInputError `filter-type-needed`, and the errors of `checkEvent` when no actor that matches the
 * filter could accept the event
 */
export function checkBulk({ act, filter }: BulkRequest, actorOf: (id: string) => CompiledActor): void {
  // An unknown actor type is refused. Otherwise a misspelled type would match no actors, and the bulk action would report that there was
  // nothing to do.
  const actor = filter.type === undefined ? null : actorOf(`${filter.type}/`);
  if (act.kind !== 'send') return;
  if (actor === null) throw bulkProblem('filter.type', 'filter-type-needed', 'Each actor type has its own events. Add `filter.type`.');
  checkEvent(actor, act.event);
}

/** Performs a bulk action on one actor, or only previews it. The action and its preview skip the same actors. */
export function createDecide({ operator, actorOf, isPaused, nowMs }: DecideDeps) {
  return async (found: LoadedActor, { act, isDryRun }: BulkRequest, by: string): Promise<BulkCheck> => {
    const reason = nothingToDo(found, act);
    if (reason !== null) return { kind: 'skipped', what: reason };
    try {
      return isDryRun ? await foresee(found, act, by) : await perform(found.record.id, act, by);
    } catch (error) {
      if (error instanceof CoxswainError && NOTHING_TO_DO.has(error.code)) return { kind: 'skipped', what: error.message };
      throw error;
    }
  };

  /**
   * Returns why a bulk action has nothing to do for an actor, based on the record in the list; null when it has something to do. The action
   * itself repeats the check.
   */
  function nothingToDo({ record }: LoadedActor, act: BulkAct): string | null {
    const { definition, effects } = actorOf(record.id);
    const isOver = record.snapshot.status !== 'active';
    const isQuarantined = record.health.state === 'quarantined';
    switch (act.kind) {
      case 'tick':
        if (definition.tick === undefined || isOver) return 'Actors of this type are never processed regularly (they get no ticks).';
        if (isPaused(record.type)) return "The actor's type is paused.";
        return isQuarantined ? 'The actor is quarantined.' : null;
      case 'release':
        return record.health.state === 'ok' ? 'The actor is healthy.' : null;
      case 'retry':
        if (isQuarantined) return 'The actor is quarantined.';
        return retryEntries(effects, record.outbox, null, nowMs()) === null ? 'The actor has no waiting effect.' : null;
      case 'send':
        if (isOver) return 'The actor accepts no more events.';
        return isQuarantined ? 'The actor is quarantined.' : null;
      case 'restore':
        return definition.restore === 'refuse' ? "The actor's type cannot be restored." : null;
    }
  }

  async function foresee(found: LoadedActor, act: BulkAct, by: string): Promise<BulkCheck> {
    const { record } = found;
    switch (act.kind) {
      case 'tick':
        return { kind: 'done', what: 'a tick' };
      case 'release':
        return { kind: 'done', what: `released after ${record.health.lastError?.code ?? record.health.state}` };
      case 'retry': {
        const retried = retryEntries(actorOf(record.id).effects, record.outbox, null, nowMs());
        return { kind: 'done', what: (retried?.keys ?? []).join(', ') };
      }
      case 'send': {
        const { stepper } = actorOf(record.id);
        const { snapshot } = hydrate(actorOf(record.id), found);
        const event: TimedEvent = { ...checkEvent(actorOf(record.id), act.event), at: nowMs() };
        if (!stepper.expects(snapshot, event)) return { kind: 'skipped', what: 'The actor ignores this event in its present state.' };
        return { kind: 'done', what: act.event.type };
      }
      case 'restore': {
        const { isAllowed, revision, why, current } = await operator.previewRestore(record.id, act, by);
        if (!isAllowed) return { kind: 'skipped', what: why ?? 'The service would refuse to restore this actor.' };
        return { kind: 'done', what: `from revision ${current.revision} to ${revision}` };
      }
    }
  }

  async function perform(id: string, act: BulkAct, by: string): Promise<BulkCheck> {
    switch (act.kind) {
      case 'tick':
      case 'send': {
        const { record, changed, accepted } = act.kind === 'tick' ? await operator.tick(id, by) : await operator.send(id, act.event, by);
        if (!accepted || !changed) return { kind: 'skipped', what: 'Nothing changed.' };
        return { kind: 'done', what: `revision ${record.revision}` };
      }
      case 'release':
      case 'retry':
        return { kind: 'done', what: `revision ${(await operator[act.kind](id, by)).revision}` };
      case 'restore':
        return { kind: 'done', what: `revision ${(await operator.restore(id, act, by)).revision}` };
    }
  }
}
