import type { Clock } from '../values/clock.ts';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { RetryableError } from '../values/errors/retryable-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import type { IdSource } from '../values/id-source.ts';
import type { ActorStore, ListPage, ListQuery, StoreCounts } from './actor-store.ts';
import type { Outcome, Work } from './cell.ts';
import { checkEvent } from './check-event.ts';
import { type CompiledActor, typeOf } from './compile-actor.ts';
import type { PlainEvent } from './definition.ts';
import type { Engine } from './engine.ts';
import { createImport, type ImportOptions, type ImportVerdict } from './import-actors.ts';
import { listOverdue } from './list-overdue.ts';
import { planRestore, requireRevision } from './plan-work.ts';
import { type ActorId, type ActorRecord, HEALTHY, type HistoryEntry } from './record.ts';
import type { Residents } from './residents.ts';
import { tickNow } from './tick-now.ts';
import type { Timers } from './timers.ts';

/** What operators do to actors. Every act is an event in the actor's history, with who did it. */
export type Operator = {
  readonly show: (id: ActorId) => Promise<ActorRecord | null>;
  /** A page of overdue actors (`wakeBeforeMs`) may be shorter than its limit, and empty, with more behind its cursor. */
  readonly list: (query: ListQuery) => Promise<ListPage>;
  readonly counts: () => Promise<StoreCounts>;
  readonly history: (id: ActorId, page: { readonly beforeRevision?: number; readonly limit: number }) => Promise<readonly HistoryEntry[]>;
  /** One revision, or null when there is none (any more). */
  readonly at: (id: ActorId, revision: number) => Promise<HistoryEntry | null>;
  /**
   * Appends a revision with the snapshot of an old one, also when the present one cannot be read; nothing of the past is rewritten, and settled effects are not run again.
   * @param expected the revision that the operator has seen; without it, whatever the actor is at
   * @throws TerminalError `actor-not-found`, `revision-not-found`, `restore-refused`, `revision-moved-on`
   */
  readonly restore: (id: ActorId, revision: number, by: string, expected?: number) => Promise<ActorRecord>;
  /** Ends a quarantine or a pause: failures are forgotten, and waiting effects run at once with a fresh set of attempts. */
  readonly release: (id: ActorId, by: string) => Promise<ActorRecord>;
  /** As an ask from outside, in the operator's name. */
  readonly send: (id: ActorId, event: PlainEvent, by: string) => Promise<Acted>;
  /** Gives one actor its tick now, due or not, with facts of its own. @throws as `tickNow` */
  readonly tick: (id: ActorId, by: string) => Promise<Acted>;
  /** Brings exported records in; see `createImport`. A verdict for each, in order. */
  readonly import: (records: readonly unknown[], options: ImportOptions) => Promise<readonly ImportVerdict[]>;
};

/** What an act came to, with the actor as it is now. */
export type Acted = { readonly record: ActorRecord; readonly changed: boolean; readonly accepted: boolean };

export type OperatorDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: ActorStore;
  readonly engine: Engine;
  readonly residents: Residents;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly ids: IdSource;
  readonly nodeId: string;
  readonly tickEveryMs: number;
  readonly factsDeadlineMs: number;
};

/** How often the restore of an unreadable actor is tried while others write to it (the one that sets it aside does). */
const RESTORE_TRIES = 5;
const PAST_THE_COPY = new Set(['snapshot-unreadable', 'revision-moved-on']);

export function createOperator(deps: OperatorDeps): Operator {
  const { actors, store, engine, clock, ids, nodeId, tickEveryMs } = deps;
  function act(id: ActorId, work: Work, by: string): Promise<Outcome> {
    return new Promise((done, failed) =>
      engine.deliver(id, { work, eventId: ids(), cause: { kind: 'operator', by }, tries: 0, done, failed }, true),
    );
  }

  function actorOf(id: ActorId): CompiledActor {
    const actor = actors.get(typeOf(id));
    if (!actor) throw new TerminalError({ code: 'unknown-actor-type', status: 404, message: `There is no actor type "${typeOf(id)}".` });
    return actor;
  }

  /** Moves the stored record on as it stands, past any copy in memory, which its own compare-and-set then refuses. */
  async function restoreStored(id: ActorId, target: ActorRecord, by: string, expected: number | undefined): Promise<ActorRecord> {
    const cause = { kind: 'operator', by } as const;
    for (let tries = 0; tries < RESTORE_TRIES; tries += 1) {
      const [found = null] = await store.load([id]);
      if (found === null) break;
      requireRevision(found.record, expected);
      const context = { nowMs: clock.now(), nodeId, tickEveryMs, room: 0 };
      const { next, note } = planRestore(actorOf(id), found.record, target, { eventId: ids(), cause }, context);
      const [result] = await store.commit([{ previous: found.record, next, note, handle: found.handle }]);
      if (result === 'won') return next;
    }
    const message = `${id} is being changed by others. Try again.`;
    throw new RetryableError({ code: 'too-many-conflicts', retryAfterMs: 1_000, message });
  }

  return {
    show: async (id) => (await store.load([id]))[0]?.record ?? null,
    list: (query) => (query.wakeBeforeMs === undefined ? store.list(query) : listOverdue(store, query, query.wakeBeforeMs)),
    counts: () => store.counts(),
    history: (id, page) => store.history(id, page),
    at: (id, revision) => store.historyAt(id, revision),
    async restore(id, revision, by, expected) {
      if (actorOf(id).definition.restore === 'refuse') {
        throw new TerminalError({
          code: 'restore-refused',
          status: 409,
          message: `A "${typeOf(id)}" cannot be restored: what it did outside cannot be taken back.`,
        });
      }
      const target = await store.historyAt(id, revision);
      if (target === null) {
        throw new TerminalError({
          code: 'revision-not-found',
          status: 404,
          message: `${id} has no revision ${revision} in its history (it may be past retention).`,
        });
      }
      try {
        const work: Work = { kind: 'restore', target: target.record, ...(expected === undefined ? {} : { expected }) };
        return (await act(id, work, by)).loaded.record;
      } catch (error) {
        // Either nobody can hold a copy, or the copy that this node holds may be older than what the operator saw: the store knows.
        if (error instanceof CoxswainError && PAST_THE_COPY.has(error.code)) return await restoreStored(id, target.record, by, expected);
        throw error;
      }
    },
    release: async (id, by) => (await act(id, { kind: 'health', name: 'runtime.released', change: () => HEALTHY }, by)).loaded.record,
    async send(id, event, by) {
      const { loaded, changed, accepted } = await act(id, { kind: 'event', event: checkEvent(actorOf(id), event) }, by);
      return { record: loaded.record, changed, accepted };
    },
    async tick(id, by) {
      const { loaded, changed, accepted } = await act(id, await tickNow(actorOf(id), id, deps), by);
      return { record: loaded.record, changed, accepted };
    },
    import: createImport({ actors, store, clock, nodeId, tickEveryMs }),
  };
}
