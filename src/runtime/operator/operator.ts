import { typeOf } from '../../values/actor-id.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { KeyInfo } from '../../values/index-keys.ts';
import type { PlainEvent } from '../define/definition.ts';
import { describeKeys } from '../define/key-spec.ts';
import type { Engine } from '../engine/engine.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Residents } from '../engine/residents.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorStore, ListPage, ListQuery, StoreCounts } from '../record/actor-store.ts';
import { type ActorId, type ActorRecord, HEALTHY, type HistoryEntry } from '../record/record.ts';
import type { Outcome, Work } from '../step/cell.ts';
import { checkEvent, type EventVerdict, judgeEvent } from '../step/check-event.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { retryRefusal } from '../step/retry-entries.ts';
import { type BulkEvent, type BulkRequest, createBulk } from './bulk.ts';
import { type Acted, checkBulk, createDecide } from './bulk-act.ts';
import { createFinder, type Finder } from './find-actors.ts';
import { findLate, type LateActors } from './find-late.ts';
import { createIsHeldBack, listHeldBack, type OperatorQuery } from './held-back.ts';
import { createImport, type ImportOptions, type ImportVerdict } from './import-actors.ts';
import { listOverdue } from './list-overdue.ts';
import { createRestore, type RestorePoint, type RestorePreview } from './restore-actor.ts';
import { tickNow } from './tick-now.ts';

/** What operators do to actors. Every act is an event in the actor's history, with who did it. */
export type Operator = {
  /** What actors of any type are found by, as their definitions declare it. */
  readonly keys: readonly KeyInfo[];
  readonly show: (id: ActorId) => Promise<ActorRecord | null>;
  /** A page of overdue actors (`wakeBeforeMs`), or of those that are held back, may be shorter than its limit, and empty, with more behind its cursor. */
  readonly list: (query: OperatorQuery) => Promise<ListPage>;
  /** As `list`, by what operators look for; whatever is asked, a bounded look. @throws TerminalError `filters-not-together`, `invalid-cursor` */
  readonly find: Finder['find'];
  /** How many `find` would give, up to a bound. */
  readonly countFound: Finder['count'];
  readonly counts: () => Promise<StoreCounts>;
  /** Of the types that this program knows: see `findLate`. */
  readonly late: (query: { readonly beforeMs: number; readonly most: number }) => Promise<LateActors>;
  readonly history: (id: ActorId, page: { readonly beforeRevision?: number; readonly limit: number }) => Promise<readonly HistoryEntry[]>;
  /** One revision, or null when there is none (any more). */
  readonly at: (id: ActorId, revision: number) => Promise<HistoryEntry | null>;
  /**
   * Makes what waits in an actor's outbox due now, with a fresh set of attempts: the effect of a key, or all. What may have happened is looked up first,
   * what runs is let alone, and what belongs to a paused type waits for its resume.
   * @throws TerminalError `actor-not-found`, `effect-not-found`, `effect-running` (409), `nothing-waits` (409); QuarantinedError: it needs a release
   */
  readonly retry: (id: ActorId, by: string, key?: string | null) => Promise<ActorRecord>;
  /**
   * Appends a revision with the snapshot of an old one, also when the present one cannot be read; nothing of the past is rewritten, and settled effects are not run again.
   * @param expected the revision that the operator has seen; without it, whatever the actor is at
   * @throws TerminalError `actor-not-found`, `revision-not-found`, `restore-refused`, `revision-moved-on`; of a time: `not-changed-since` (409)
   */
  readonly restore: (id: ActorId, point: RestorePoint, by: string, expected?: number) => Promise<ActorRecord>;
  /** What `restore` would make of it, planned by the same code and not committed. @throws as `restore`, but for refusals, which it says */
  readonly previewRestore: (id: ActorId, point: RestorePoint, by: string, expected?: number) => Promise<RestorePreview>;
  /** Ends a quarantine or a pause: failures are forgotten, and waiting effects run at once with a fresh set of attempts. */
  readonly release: (id: ActorId, by: string) => Promise<ActorRecord>;
  /** As an ask from outside, in the operator's name. */
  readonly send: (id: ActorId, event: PlainEvent, by: string) => Promise<Acted>;
  /** Whether `send` would take the event, by the same check, and what is wrong with it. Nothing is done. @throws TerminalError `actor-not-found`, `unknown-actor-type` */
  readonly previewSend: (id: ActorId, event: PlainEvent) => Promise<EventVerdict>;
  /** Gives one actor its tick now, due or not, with facts of its own. @throws as `tickNow`; `type-paused` (409) */
  readonly tick: (id: ActorId, by: string) => Promise<Acted>;
  /**
   * Does one of these to all actors of a filter; ends early when the signal is aborted. See `createBulk`.
   * @throws InvalidInputError before the first, when none of them could take it; TerminalError `unknown-actor-type`
   */
  readonly bulk: (request: BulkRequest, by: string, signal: AbortSignal) => AsyncGenerator<BulkEvent>;
  /** Brings exported records in; see `createImport`. A verdict for each, in order. */
  readonly import: (records: readonly unknown[], options: ImportOptions) => Promise<readonly ImportVerdict[]>;
};

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
  readonly isPaused: IsPaused;
  /** Why nothing is taken just now, or null. */
  readonly refuse: () => Error | null;
};

export function createOperator(deps: OperatorDeps): Operator {
  const { actors, store, engine, clock, ids, nodeId, tickEveryMs, isPaused } = deps;
  function act(id: ActorId, work: Work, by: string): Promise<Outcome> {
    const refused = deps.refuse();
    if (refused) return Promise.reject(refused);
    return new Promise((done, failed) =>
      engine.deliver(id, { work, eventId: ids(), cause: { kind: 'operator', by }, tries: 0, done, failed }, true),
    );
  }

  function actorOf(id: ActorId): CompiledActor {
    const actor = actors.get(typeOf(id));
    if (!actor) throw new TerminalError({ code: 'unknown-actor-type', status: 404, message: `There is no actor type "${typeOf(id)}".` });
    return actor;
  }

  const { restore, preview } = createRestore({ store, actorOf, act, clock, ids, nodeId, tickEveryMs });

  const importRecords = createImport({ actors, store, clock, nodeId, tickEveryMs });
  const isHeldBack = createIsHeldBack((type) => actors.get(type)?.definition, clock.now);
  const keys = describeKeys([...actors.values()].map(({ definition }) => definition));
  const searched = { types: [...actors.keys()], keys: keys.filter((key) => key.isSearched) };
  const finder = createFinder({ store, searched, isPaused, isHeldBack });

  function listAny(query: ListQuery): Promise<ListPage> {
    return query.wakeBeforeMs === undefined ? store.list(query) : listOverdue(store, query, query.wakeBeforeMs, isPaused);
  }

  const operator: Omit<Operator, 'bulk'> = {
    keys,
    show: async (id) => (await store.load([id]))[0]?.record ?? null,
    list: ({ isHeldBack: isOnlyHeld = false, ...query }) => (isOnlyHeld ? listHeldBack(listAny, query, isHeldBack) : listAny(query)),
    find: finder.find,
    countFound: finder.count,
    counts: () => store.counts(),
    late: (query) => findLate(store, { types: [...actors.keys()].filter((type) => !isPaused(type)), ...query }),
    history: (id, page) => store.history(id, page),
    at: (id, revision) => store.historyAt(id, revision),
    restore,
    previewRestore: preview,
    async retry(id, by, key = null) {
      const { loaded, changed, duplicate } = await act(id, { kind: 'retry', key }, by);
      // Judged by the stored record: nothing that a copy lacks is reported missing.
      if (!changed && !duplicate) throw retryRefusal(loaded.record, key);
      return loaded.record;
    },
    release: async (id, by) => (await act(id, { kind: 'health', name: 'runtime.released', change: () => HEALTHY }, by)).loaded.record,
    async send(id, event, by) {
      const { loaded, changed, accepted } = await act(id, { kind: 'event', event: checkEvent(actorOf(id), event) }, by);
      return { record: loaded.record, changed, accepted };
    },
    async previewSend(id, event) {
      const actor = actorOf(id);
      const [found = null] = await store.load([id]);
      if (found === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `There is no actor ${id}.` });
      return judgeEvent(actor, event);
    },
    async tick(id, by) {
      const { type } = actorOf(id);
      if (isPaused(type)) {
        const message = `"${type}" is paused: its actors take no ticks. Resume it first.`;
        throw new TerminalError({ code: 'type-paused', status: 409, message });
      }
      const { loaded, changed, accepted } = await act(id, await tickNow(actorOf(id), id, deps), by);
      return { record: loaded.record, changed, accepted };
    },
    async import(records, options) {
      const refused = options.apply ? deps.refuse() : null;
      if (refused) throw refused;
      return await importRecords(records, options);
    },
  };
  const bulk = createBulk({
    list: operator.list,
    clock,
    check: (request) => checkBulk(request, actorOf),
    decide: createDecide({ operator, actorOf, isPaused, nowMs: clock.now }),
  });
  return { ...operator, bulk };
}
