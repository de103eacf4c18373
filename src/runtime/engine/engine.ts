import { keyOf, typeOf } from '../../values/actor-id.ts';
import type { Clock } from '../../values/clock.ts';
import { OverloadError } from '../../values/errors/overload-error.ts';
import { QuarantinedError } from '../../values/errors/quarantined-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ActorCommit, ActorStore } from '../record/actor-store.ts';
import type { ActorId, OutboxEntry } from '../record/record.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { Cell, Envelope, Loaded, Plan } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { planWork } from '../step/plan-work.ts';
import type { Committer } from './committer.ts';
import { concludeCommit } from './conclude-commit.ts';
import { about, type Feed } from './feed.ts';
import { freezeDeep } from './freeze-deep.ts';
import type { IsPaused } from './is-paused.ts';
import type { Loader } from './loader.ts';
import type { Residents } from './residents.ts';
import type { Timers } from './timers.ts';

export type EngineDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: ActorStore;
  readonly committer: Committer;
  readonly residents: Residents;
  readonly loader: Loader;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly feed: Feed;
  readonly nodeId: string;
  readonly tickEveryMs: number;
  /** Maximum number of events that wait for one actor. When it is reached, callers get an overload error. */
  readonly mailboxLimit: number;
  /**
   * Whether to freeze every new context, so that a machine that modifies its context in place throws an error. For tests only, since it
   * takes time.
   */
  readonly freezeContexts: boolean;
  readonly isPaused: IsPaused;
  /** Returns how many more effects this node can start. */
  readonly room: () => number;
  /** Reserves capacity for effects whose lease is being committed; a negative number releases reserved capacity. */
  readonly reserve: (effects: number) => void;
  /**
   * Called after a successful commit that leaves effects in the outbox. `entries` are the effects that the commit has leased to this node.
   */
  readonly onOutbox: (cell: Cell, entries: readonly OutboxEntry[]) => void;
};

export type Engine = {
  /**
   * Delivers one unit of work (such as an event) to an actor. With `bounded`, the work fails with OverloadError when too many events wait
   * for the actor; without it (for results of effects), work is never refused.
   */
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
  /**
   * Runs a piece of work immediately. The actor must be in memory, not busy, and without waiting work; the caller must check this, as
   * `deliver` does.
   */
  readonly run: (cell: Cell, envelope: Envelope) => void;
};

/**
 * Runs mailboxes and steps. Each actor processes one unit of work at a time, in order of arrival, and computes no step while a commit of
 * the same actor is being written. If another node has changed the actor, so that a commit fails, the actor is reloaded and the step is
 * computed again. If the outcome of a commit is unknown, the store is checked first.
 */
export function createEngine(deps: EngineDeps): Engine {
  const { actors, residents, loader, clock, feed } = deps;
  const conclude = concludeCommit({ ...deps, next, abandon, stepError, reportUnexpected });

  function deliver(id: ActorId, envelope: Envelope, bounded: boolean): void {
    const cell = residents.get(id) ?? newCell(id, envelope);
    if (cell === null) return;
    cell.used = true;
    if (!cell.busy && cell.queue === null) {
      run(cell, envelope);
      return;
    }
    const queue = queueOf(cell);
    if (bounded && queue.length >= deps.mailboxLimit) {
      const message = `${id} has ${queue.length} events waiting. Try again in a second.`;
      envelope.failed(new OverloadError({ code: 'mailbox-full', retryAfterMs: 1_000, message }));
      return;
    }
    queue.push(envelope);
  }

  function newCell(id: ActorId, envelope: Envelope): Cell | null {
    const actor = actors.get(typeOf(id));
    if (!actor) {
      envelope.failed(
        new TerminalError({ code: 'unknown-actor-type', status: 404, message: `The actor type "${typeOf(id)}" does not exist.` }),
      );
      return null;
    }
    const cell: Cell = { id, actor, loaded: null, busy: true, queue: null, used: true, evicted: false, running: 0 };
    residents.add(cell);
    loader.request(cell, freed, abandon);
    return cell;
  }

  function freed(cell: Cell): void {
    cell.busy = false;
    next(cell);
  }

  /** Removes an actor's copy from memory because it may be wrong, and reports an error to all work that waits for the actor. */
  function abandon(cell: Cell, error: unknown): void {
    const waiting = cell.queue ?? [];
    cell.queue = null;
    cell.busy = false;
    residents.remove(cell);
    for (const envelope of waiting) envelope.failed(error);
  }

  function next(cell: Cell): void {
    while (cell.queue !== null && !cell.busy) {
      const envelope = cell.queue.shift();
      if (cell.queue.length === 0) cell.queue = null;
      if (envelope) run(cell, envelope);
    }
  }

  function run(cell: Cell, envelope: Envelope): void {
    const { loaded } = cell;
    try {
      if (!envelope.isNew && loaded?.record.applied.includes(envelope.eventId)) {
        envelope.done({ loaded, changed: false, accepted: true, duplicate: true });
        return;
      }
      if (loaded !== null) refuseQuarantined(loaded, envelope);
      const isPaused = deps.isPaused(cell.actor.type);
      if (isPaused && loaded !== null && envelope.work.kind === 'lease') {
        // The actor type was paused after the lease had been requested. So no effect is leased.
        answerUnchanged(cell, envelope, true);
        return;
      }
      const { createOnDemand } = cell.actor.definition;
      if (loaded === null && envelope.work.kind === 'event' && createOnDemand && !envelope.mustExist) {
        createFirst(cell, envelope, createOnDemand);
        return;
      }
      const { nodeId, tickEveryMs } = deps;
      const plan = planWork(cell, envelope, { nowMs: clock.now(), nodeId, tickEveryMs, room: isPaused ? 0 : deps.room() });
      if (!('unchanged' in plan)) commit(cell, envelope, plan);
      else if (!envelope.verified && (envelope.work.kind === 'event' || envelope.cause.kind === 'operator')) void verify(cell, envelope);
      else answerUnchanged(cell, envelope, plan.accepted);
    } catch (error) {
      if (cell.loaded === null && !cell.busy && cell.queue === null) residents.remove(cell);
      envelope.failed(stepError(cell, envelope, error));
    }
  }

  function refuseQuarantined({ record }: Loaded, { work }: Envelope): void {
    if (record.health.state !== 'quarantined') return;
    if (work.kind !== 'event' && work.kind !== 'tick' && work.kind !== 'lease' && work.kind !== 'retry') return;
    const reason = record.health.lastError?.code ?? 'no reason recorded';
    throw new QuarantinedError({
      code: 'actor-quarantined',
      message: `${record.id} is quarantined (${reason}); an operator must release it.`,
    });
  }

  /** Commits an actor that is created on demand, and then delivers the event for which the actor was missing. */
  function createFirst(cell: Cell, envelope: Envelope, inputOf: (key: string) => unknown): void {
    const again = () => {
      // The event is put at the front of the queue, because it arrived before the events that were queued while the actor was being
      // created.
      queueOf(cell).unshift(envelope);
    };
    run(cell, {
      work: { kind: 'create', input: inputOf(keyOf(cell.id)) },
      eventId: `${envelope.eventId}:create`,
      cause: envelope.cause,
      tries: 0,
      done: again,
      failed: (error) => {
        // Another node has created the actor in the meantime. The event can be delivered to that actor.
        if (error instanceof TerminalError && error.code === 'actor-exists') again();
        else envelope.failed(error);
      },
    });
  }

  /**
   * Checks the stored revision before the caller is informed that nothing has to be written. Another node may have changed the actor since
   * this node read it, and without a commit, no compare-and-set would detect such a change.
   */
  async function verify(cell: Cell, envelope: Envelope): Promise<void> {
    cell.busy = true;
    envelope.verified = true;
    try {
      await loader.reload(cell);
      cell.busy = false;
      run(cell, envelope);
      next(cell);
    } catch (error) {
      envelope.failed(error);
      abandon(cell, error);
    }
  }

  function answerUnchanged(cell: Cell, envelope: Envelope, accepted: boolean): void {
    const { loaded } = cell;
    if (loaded === null) throw new Error(`A step of ${cell.id} was requested before the actor was loaded.`);
    if (!accepted && envelope.work.kind === 'event') reportUnexpected(loaded, envelope, envelope.work.event);
    envelope.done({ loaded, changed: false, accepted, duplicate: false });
  }

  function reportUnexpected({ record }: Loaded, { cause }: Envelope, event: { readonly type: string }): void {
    const state = record.snapshot.value;
    feed.publish(() => ({ kind: 'not-accepted', atMs: clock.now(), ...about(record.id, record), event: event.type, state, cause }));
  }

  function commit(cell: Cell, envelope: Envelope, plan: Plan): void {
    if (deps.freezeContexts) freezeDeep(plan.next.snapshot.context);
    cell.busy = true;
    const previous = cell.loaded?.record ?? null;
    // Capacity is reserved for the effects that the commit leases. For work that only leases effects, the caller has already reserved it.
    const reserved = envelope.work.kind === 'lease' ? 0 : plan.starting.length;
    if (reserved > 0) deps.reserve(reserved);
    const proposed: ActorCommit = { previous, next: plan.next, note: plan.note, handle: cell.loaded?.handle ?? null };
    deps.committer.add({
      commit: proposed,
      committed: (result) => {
        if (reserved > 0) deps.reserve(-reserved);
        if (result === 'won') conclude.won(cell, envelope, plan, proposed);
        else void conclude.lost(cell, envelope, plan, proposed, result);
      },
      unknown: (error) => {
        if (reserved > 0) deps.reserve(-reserved);
        void conclude.lost(cell, envelope, plan, proposed, error);
      },
    });
  }

  /**
   * Errors of this program's own classes are passed to the caller unchanged. Any other error of a machine is reported as a failed step that
   * leaves the actor unchanged.
   */
  function stepError(cell: Cell, { work }: Envelope, error: unknown): unknown {
    if (error instanceof TerminalError || error instanceof QuarantinedError) return error;
    const event = work.kind === 'event' || work.kind === 'tick' ? work.event.type : work.kind;
    feed.publish(() => ({
      kind: 'step-failed',
      atMs: clock.now(),
      ...about(cell.id, cell.loaded?.record),
      event,
      error: recordedError(error, clock.now()),
    }));
    const why = error instanceof Error ? error.message : String(error);
    return new TerminalError({
      code: 'step-failed',
      status: 500,
      message: `${cell.id} could not process "${event}": ${why}`,
      cause: error,
    });
  }

  return { deliver, run };
}

function queueOf(cell: Cell): Envelope[] {
  if (cell.queue === null) cell.queue = [];
  return cell.queue;
}
