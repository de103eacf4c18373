import type { Clock } from '../values/clock.ts';
import { OverloadError } from '../values/errors/overload-error.ts';
import { QuarantinedError } from '../values/errors/quarantined-error.ts';
import { RetryableError } from '../values/errors/retryable-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import type { ActorCommit, ActorStore, CommitResult, LoadedActor, StoreRef } from './actor-store.ts';
import type { Cell, Envelope, Loaded, Outcome, Plan } from './cell.ts';
import type { Committer } from './committer.ts';
import { type CompiledActor, typeOf } from './compile-actor.ts';
import type { Feed } from './feed.ts';
import { freezeDeep } from './freeze-deep.ts';
import { hydrate } from './hydrate.ts';
import { planWork } from './plan-work.ts';
import type { ActorId, OutboxEntry } from './record.ts';
import { recordedError } from './recorded-error.ts';
import type { Residents } from './residents.ts';
import { quarantine } from './supervision.ts';
import type { Timers } from './timers.ts';

export type EngineDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: ActorStore;
  readonly committer: Committer;
  readonly residents: Residents;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly feed: Feed;
  readonly nodeId: string;
  readonly tickEveryMs: number;
  /** Waiting events per actor before the caller gets an overload error. */
  readonly mailboxLimit: number;
  /** Freezes every new context, so that a machine that mutates one throws. For tests: it costs. */
  readonly freezeContexts: boolean;
  /** Whether this node has room to run one more effect at once. */
  readonly hasRoom: () => boolean;
  /** A commit with effects in its outbox has won; `entries` are those that this node claimed in it. */
  readonly onOutbox: (cell: Cell, entries: readonly OutboxEntry[]) => void;
};

export type Engine = {
  /** Hands over one piece of work. Bounded work over the mailbox's bound fails with OverloadError; results of effects are never refused. */
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
  /** Cells for store references, loaded where this node has no copy of that revision. Unreadable ones are left out. */
  readonly activate: (rows: readonly { readonly ref: StoreRef; readonly revision: number }[]) => Promise<readonly Cell[]>;
  readonly run: (cell: Cell, envelope: Envelope) => void;
};

/** After this many lost compare-and-sets in a row the caller is told to come back. */
const MAX_TRIES = 8;
/** Most actors in one load. */
const LOAD_BATCH = 500;

/**
 * Mailboxes, steps and commits. Per actor: one piece of work at a time, in order of arrival, and never a step while a commit is in
 * flight. A commit that loses reloads and steps again; one whose outcome is unknown drops the copy, so that the next work reads the truth.
 */
export function createEngine(deps: EngineDeps): Engine {
  const { actors, store, committer, residents, clock, timers, feed } = deps;
  let toLoad: Cell[] = [];

  function deliver(id: ActorId, envelope: Envelope, bounded: boolean): void {
    const cell = residents.get(id) ?? newCell(id, envelope);
    if (cell === null) return;
    cell.used = true;
    if (!cell.busy && cell.queue === null) return run(cell, envelope);
    cell.queue ??= [];
    if (bounded && cell.queue.length >= deps.mailboxLimit) {
      return envelope.failed(
        new OverloadError({
          code: 'mailbox-full',
          retryAfterMs: 1_000,
          message: `${id} has ${cell.queue.length} events waiting. Try again in a second.`,
        }),
      );
    }
    cell.queue.push(envelope);
  }

  function newCell(id: ActorId, envelope: Envelope): Cell | null {
    const actor = actors.get(typeOf(id));
    if (!actor) {
      envelope.failed(new TerminalError({ code: 'unknown-actor-type', status: 404, message: `There is no actor type "${typeOf(id)}".` }));
      return null;
    }
    const cell: Cell = { id, actor, loaded: null, busy: true, queue: null, used: true, running: 0 };
    residents.add(cell);
    enqueueLoad(cell);
    return cell;
  }

  function enqueueLoad(cell: Cell): void {
    if (toLoad.length === 0) timers.soon(() => void loadWaiting());
    toLoad.push(cell);
  }

  async function loadWaiting(): Promise<void> {
    const cells = toLoad.slice(0, LOAD_BATCH);
    toLoad = toLoad.slice(LOAD_BATCH);
    if (toLoad.length > 0) timers.soon(() => void loadWaiting());
    try {
      const found = await store.load(cells.map((cell) => cell.id));
      for (const [i, cell] of cells.entries()) settleLoad(cell, found[i] ?? null);
    } catch (error) {
      feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'load', error: recordedError(error, clock.now()) }));
      for (const cell of cells) abandon(cell, error);
    }
  }

  function settleLoad(cell: Cell, found: LoadedActor | null): void {
    try {
      if (found) adopt(cell, found);
      cell.busy = false;
      next(cell);
    } catch (error) {
      if (found) quarantineUnreadable(cell, found, error);
      abandon(cell, error);
    }
  }

  function adopt(cell: Cell, found: LoadedActor): void {
    cell.loaded = hydrate(cell.actor, found);
    residents.bind(found.handle.ref, cell);
  }

  /** Forgets a copy that cannot be trusted, and tells everyone who waited on it. */
  function abandon(cell: Cell, error: unknown): void {
    const waiting = cell.queue ?? [];
    cell.queue = null;
    cell.busy = false;
    residents.remove(cell);
    for (const envelope of waiting) envelope.failed(error);
  }

  function quarantineUnreadable(cell: Cell, found: LoadedActor, error: unknown): void {
    if (found.record.health.state === 'quarantined') return;
    const atMs = clock.now();
    const reason = recordedError(error, atMs);
    const commit: ActorCommit = {
      previous: found.record,
      next: {
        ...found.record,
        revision: found.record.revision + 1,
        health: quarantine(found.record.health, reason),
        wakeAtMs: null,
        updatedAtMs: atMs,
      },
      note: {
        event: { id: `unreadable@${found.record.revision}`, type: 'runtime.quarantined', payload: { error: reason } },
        atMs,
        cause: { kind: 'system', by: deps.nodeId },
      },
      handle: found.handle,
    };
    const publish = () => feed.publish(() => ({ kind: 'quarantined', atMs, id: cell.id, error: reason }));
    committer.add({ commit, committed: publish, unknown: publish });
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
      if (loaded !== null) {
        if (loaded.record.applied.includes(envelope.eventId))
          return envelope.done({ loaded, changed: false, accepted: true, duplicate: true });
        refuseQuarantined(loaded, envelope);
      } else if (envelope.work.kind === 'event' && cell.actor.definition.createOnDemand) {
        return createFirst(cell, envelope, cell.actor.definition.createOnDemand);
      }
      const plan = planWork(cell, envelope, {
        nowMs: clock.now(),
        nodeId: deps.nodeId,
        tickEveryMs: deps.tickEveryMs,
        hasRoom: deps.hasRoom(),
      });
      if ('unchanged' in plan)
        return envelope.work.kind === 'event' && !envelope.verified
          ? void verify(cell, envelope)
          : answerUnchanged(cell, envelope, plan.accepted);
      if (deps.freezeContexts) freezeDeep(plan.next.snapshot.context);
      commit(cell, envelope, plan);
    } catch (error) {
      if (cell.loaded === null && !cell.busy && cell.queue === null) residents.remove(cell);
      envelope.failed(stepError(cell, envelope, error));
    }
  }

  function refuseQuarantined(loaded: Loaded, { work }: Envelope): void {
    if (loaded.record.health.state !== 'quarantined') return;
    if (work.kind !== 'event' && work.kind !== 'tick' && work.kind !== 'claim') return;
    const reason = loaded.record.health.lastError;
    throw new QuarantinedError({
      code: 'actor-quarantined',
      message: `${loaded.record.id} is quarantined (${reason?.code ?? 'no reason kept'}); an operator has to release it.`,
    });
  }

  /** An actor made on demand is committed as created, and then given the event that found it missing. */
  function createFirst(cell: Cell, envelope: Envelope, inputOf: (key: string) => unknown): void {
    const input = inputOf(cell.id.slice(cell.actor.type.length + 1));
    run(cell, {
      work: { kind: 'create', input },
      eventId: `${envelope.eventId}:create`,
      cause: envelope.cause,
      tries: 0,
      done: () => {
        // Ahead of what came in meanwhile: it was here first. The cell is still marked busy by the commit that is being answered.
        (cell.queue ??= []).unshift(envelope);
      },
      failed: (error) => {
        // Another node made it: that is as good.
        if (error instanceof TerminalError && error.code === 'actor-exists') (cell.queue ??= []).unshift(envelope);
        else envelope.failed(error);
      },
    });
  }

  /**
   * "Nothing to do" may be wrong when another node has moved the actor since we read it, and no compare-and-set will tell. So before it is
   * answered the stored revision is looked at once.
   */
  async function verify(cell: Cell, envelope: Envelope): Promise<void> {
    cell.busy = true;
    envelope.verified = true;
    try {
      const [found = null] = await store.load([cell.id]);
      if (found && found.record.revision !== cell.loaded?.record.revision) adopt(cell, found);
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
    if (loaded === null) return envelope.failed(new Error(`${cell.id} was planned on without being loaded.`));
    if (!accepted && envelope.work.kind === 'event') {
      const { type } = envelope.work.event;
      feed.publish(() => ({
        kind: 'not-accepted',
        atMs: clock.now(),
        id: cell.id,
        event: type,
        state: loaded.record.snapshot.value,
        cause: envelope.cause,
      }));
    }
    envelope.done({ loaded, changed: false, accepted, duplicate: false });
  }

  function commit(cell: Cell, envelope: Envelope, plan: Plan): void {
    cell.busy = true;
    const commit: ActorCommit = {
      previous: cell.loaded?.record ?? null,
      next: plan.next,
      note: plan.note,
      handle: cell.loaded?.handle ?? null,
    };
    committer.add({
      commit,
      committed: (result) => (result === 'won' ? won(cell, envelope, plan, commit) : void lost(cell, envelope, commit, result)),
      unknown: (error) => void lost(cell, envelope, commit, error),
    });
  }

  function won(cell: Cell, envelope: Envelope, plan: Plan, commit: ActorCommit): void {
    const { handle } = commit;
    if (handle === null) return abandon(cell, new Error(`The store gave no handle for ${cell.id}.`));
    if (cell.loaded === null) residents.bind(handle.ref, cell);
    const loaded: Loaded = { record: plan.next, snapshot: plan.snapshot, handle };
    cell.loaded = loaded;
    publishCommit(commit, plan);
    envelope.done({ loaded, changed: true, accepted: true, duplicate: false });
    if (plan.next.outbox.length > 0) deps.onOutbox(cell, plan.starting);
    cell.busy = false;
    if (cell.queue !== null) next(cell);
  }

  /** A lost compare-and-set, or an outcome that nobody knows: read the truth, and look for our own event in it before trying again. */
  async function lost(cell: Cell, envelope: Envelope, commit: ActorCommit, why: unknown): Promise<void> {
    envelope.tries += 1;
    feed.publish(() => ({ kind: 'conflict', atMs: clock.now(), id: cell.id, tries: envelope.tries }));
    try {
      const [found = null] = await store.load([cell.id]);
      const before = commit.previous?.revision ?? 0;
      if (found) adopt(cell, found);
      const record = cell.loaded?.record;
      const applied =
        record?.applied.includes(envelope.eventId) ||
        (record && record.revision - before > 16 && (await store.hasApplied(cell.id, envelope.eventId)));
      cell.busy = false;
      if (applied && cell.loaded) envelope.done({ loaded: cell.loaded, changed: true, accepted: true, duplicate: false });
      else if (envelope.tries >= MAX_TRIES)
        envelope.failed(
          new RetryableError({
            code: 'too-many-conflicts',
            retryAfterMs: 1_000,
            message: `${cell.id} is being changed by many at once. Try again.`,
            cause: why,
          }),
        );
      else (cell.queue ??= []).unshift(envelope);
      next(cell);
    } catch (error) {
      feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'commit', error: recordedError(error, clock.now()) }));
      envelope.failed(error);
      abandon(cell, error);
    }
  }

  function publishCommit({ previous, next: record, note }: ActorCommit, plan: Plan): void {
    feed.publish(() => ({
      kind: 'committed',
      atMs: note.atMs,
      id: record.id,
      revision: record.revision,
      event: note.event.type,
      from: previous?.snapshot.value ?? null,
      to: record.snapshot.value,
      cause: note.cause,
      effects: plan.starting.map((entry) => entry.name),
    }));
  }

  /** Our own errors pass; whatever else a machine throws is a failed step, with the actor as it was. */
  function stepError(cell: Cell, { work }: Envelope, error: unknown): unknown {
    if (error instanceof TerminalError || error instanceof QuarantinedError) return error;
    const event = work.kind === 'event' || work.kind === 'tick' ? work.event.type : work.kind;
    feed.publish(() => ({ kind: 'step-failed', atMs: clock.now(), id: cell.id, event, error: recordedError(error, clock.now()) }));
    const why = error instanceof Error ? error.message : String(error);
    return new TerminalError({ code: 'step-failed', status: 500, message: `${cell.id} could not take "${event}": ${why}`, cause: error });
  }

  async function activate(rows: readonly { readonly ref: StoreRef; readonly revision: number }[]): Promise<readonly Cell[]> {
    const ready: Cell[] = [];
    const missing: StoreRef[] = [];
    for (const { ref, revision } of rows) {
      const cell = residents.byRef(ref);
      // A busy copy is about to move anyway; its own compare-and-set judges what it has.
      if (cell?.loaded && (cell.busy || cell.loaded.record.revision >= revision)) ready.push(cell);
      else missing.push(ref);
    }
    for (let from = 0; from < missing.length; from += LOAD_BATCH) {
      const found = await store.loadRefs(missing.slice(from, from + LOAD_BATCH));
      for (const one of found) {
        const cell = one && adoptFound(one);
        if (cell) ready.push(cell);
      }
    }
    return ready;
  }

  function adoptFound(found: LoadedActor): Cell | null {
    const actor = actors.get(found.record.type);
    if (!actor) return null;
    const resident = residents.get(found.record.id);
    if (resident?.busy) return resident;
    const cell: Cell = resident ?? { id: found.record.id, actor, loaded: null, busy: false, queue: null, used: false, running: 0 };
    try {
      adopt(cell, found);
    } catch (error) {
      quarantineUnreadable(cell, found, error);
      return null;
    }
    if (!resident) residents.add(cell);
    return cell;
  }

  return { deliver, activate, run };
}
