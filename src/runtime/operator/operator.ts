import { typeOf } from '../../values/actor-id.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { KeyInfo } from '../../values/index-keys.ts';
import type { WhyHead } from '../../values/inspection/why.ts';
import type { PlainEvent } from '../define/definition.ts';
import { describeKeys } from '../define/key-spec.ts';
import type { Engine } from '../engine/engine.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Residents } from '../engine/residents.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorStore, ListPage, ListQuery, StoreCounts } from '../record/actor-store.ts';
import { type ActorId, type ActorRecord, HEALTHY, type HistoryEntry } from '../record/record.ts';
import type { Outcome, Work } from '../step/cell.ts';
import { checkEvent, type EventCheck, judgeEvent } from '../step/check-event.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { retryRefusal } from '../step/retry-entries.ts';
import { createBlockTest, createIsBlocked, listBlocked, type OperatorQuery, withoutRecordFilters } from './blocked.ts';
import { type BulkEvent, type BulkRequest, createBulk } from './bulk.ts';
import { type Acted, checkBulk, createDecide } from './bulk-act.ts';
import { createFinder, type Finder } from './find-actors.ts';
import { findLate, type LateActors } from './find-late.ts';
import { createImport, type ImportCheck, type ImportOptions } from './import-actors.ts';
import { listOverdue } from './list-overdue.ts';
import { createRestore, type RestorePoint, type RestorePreview } from './restore-actor.ts';
import { tickNow } from './tick-now.ts';
import { whyHead } from './why.ts';

/** The actions and queries available to operators. Every action is an event in the actor's history, with the operator's name. */
export type Operator = {
  /** The index keys by which actors can be found, as the actors' definitions declare them. */
  readonly keys: readonly KeyInfo[];
  readonly show: (id: ActorId) => Promise<ActorRecord | null>;
  /**
   * Lists actors. A page of overdue (`wakeBeforeMs`) or blocked actors may be shorter than its limit, or empty, although more results
   * follow after its cursor.
   */
  readonly list: (query: OperatorQuery) => Promise<ListPage>;
  /** Finds actors that match an operator's filters, with a limited scan. @throws TerminalError `filters-not-together`, `invalid-cursor` */
  readonly find: Finder['find'];
  /** Counts the results of `find`, up to a limit. */
  readonly countFound: Finder['count'];
  /**
   * Returns why an actor waits, with the code that the filter `blockedBy` compares; null when its type is unknown. A pause of the type is
   * ignored, because it would hide what blocks the actor itself.
   */
  readonly blockedWhy: (record: ActorRecord) => WhyHead | null;
  readonly counts: () => Promise<StoreCounts>;
  /** Finds late actors of the types that this program supports; see `findLate`. */
  readonly late: (query: { readonly beforeMs: number; readonly most: number }) => Promise<LateActors>;
  readonly history: (id: ActorId, page: { readonly beforeRevision?: number; readonly limit: number }) => Promise<readonly HistoryEntry[]>;
  /** Returns one revision of an actor; null when it does not exist, or when retention has removed it. */
  readonly at: (id: ActorId, revision: number) => Promise<HistoryEntry | null>;
  /**
   * Makes waiting effects of an actor due now, with a new set of attempts: the effect with the key `key` or, without a key, all of them.
   * Effects that may have happened are checked first, running effects are not changed, and effects of a paused type wait until it is
   * resumed.
   * @throws TerminalError `actor-not-found`, `effect-not-found`, `effect-running` (409), `nothing-waits` (409); QuarantinedError: the actor
   * needs a release
   */
  readonly retry: (id: ActorId, by: string, key?: string | null) => Promise<ActorRecord>;
  /**
   * Appends a revision with the snapshot of an old revision to the actor's history. This works even when the current revision cannot be
   * read. The history is not rewritten, and settled effects do not run again.
   * @param expected the revision that the operator has seen; default: the current revision
   * @throws TerminalError `actor-not-found`, `revision-not-found`, `restore-refused`, `revision-moved-on`; for a restore to a time:
   * `not-changed-since` (409)
   */
  readonly restore: (id: ActorId, point: RestorePoint, by: string, expected?: number) => Promise<ActorRecord>;
  /**
   * Previews `restore`: plans it with the same code but does not commit it. @throws the errors of `restore`, but a refusal is part of the
   * preview instead
   */
  readonly previewRestore: (id: ActorId, point: RestorePoint, by: string, expected?: number) => Promise<RestorePreview>;
  /**
   * Ends the quarantine of an actor, or its waiting after failures (backing off): its failures are cleared, and its waiting effects run
   * immediately with a new set of attempts.
   */
  readonly release: (id: ActorId, by: string) => Promise<ActorRecord>;
  /** Sends an actor an event as an external caller would, in the operator's name. */
  readonly send: (id: ActorId, event: PlainEvent, by: string) => Promise<Acted>;
  /**
   * Checks whether `send` would accept the event, and returns its problems. Changes nothing. @throws TerminalError
   * `actor-not-found`, `unknown-actor-type`
   */
  readonly previewSend: (id: ActorId, event: PlainEvent) => Promise<EventCheck>;
  /**
   * Sends one actor its tick now, even if it is not due. The external data (facts) for the tick is fetched for this actor alone. @throws
   * the errors of `tickNow`; `type-paused` (409)
   */
  readonly tick: (id: ActorId, by: string) => Promise<Acted>;
  /**
   * Performs an action of an operator, such as a retry or a restore, on all actors that match a filter. Ends early when the signal is
   * aborted. See `createBulk`.
   * @throws InvalidInputError before the first action, when none of the actors could accept it; TerminalError `unknown-actor-type`
   */
  readonly bulk: (request: BulkRequest, by: string, signal: AbortSignal) => AsyncGenerator<BulkEvent>;
  /** Imports exported records; see `createImport`. Returns a result for each record, in the order of the records. */
  readonly import: (records: readonly unknown[], options: ImportOptions) => Promise<readonly ImportCheck[]>;
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
  /** Returns the error with which all new actions are refused; null when actions are accepted. */
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
    if (!actor)
      throw new TerminalError({ code: 'unknown-actor-type', status: 404, message: `The actor type "${typeOf(id)}" does not exist.` });
    return actor;
  }

  const { restore, preview } = createRestore({ store, actorOf, act, clock, ids, nodeId, tickEveryMs });

  const importRecords = createImport({ actors, store, clock, nodeId, tickEveryMs });

  function blockedWhy(record: ActorRecord): WhyHead | null {
    const definition = actors.get(record.type)?.definition;
    return definition === undefined ? null : whyHead({ record, definition, nowMs: clock.now(), pause: null, tickEveryMs });
  }

  const isBlocked = createIsBlocked((type) => actors.get(type)?.definition, clock.now);
  const blockTest = createBlockTest(isBlocked, (record) => blockedWhy(record)?.code ?? null);
  const keys = describeKeys([...actors.values()].map(({ definition }) => definition));
  const searched = { types: [...actors.keys()], keys: keys.filter((key) => key.isSearched) };
  const finder = createFinder({ store, searched, isPaused, blockTest });

  function listAny(query: ListQuery): Promise<ListPage> {
    return query.wakeBeforeMs === undefined ? store.list(query) : listOverdue(store, query, query.wakeBeforeMs, isPaused);
  }

  const operator: Omit<Operator, 'bulk'> = {
    keys,
    show: async (id) => (await store.load([id]))[0]?.record ?? null,
    list(asked) {
      const query = withoutRecordFilters(asked);
      const test = blockTest(asked);
      return test === null ? listAny(query) : listBlocked(listAny, query, test);
    },
    find: finder.find,
    countFound: finder.count,
    blockedWhy,
    counts: () => store.counts(),
    late: (query) => findLate(store, { types: [...actors.keys()].filter((type) => !isPaused(type)), ...query }),
    history: (id, page) => store.history(id, page),
    at: (id, revision) => store.historyAt(id, revision),
    restore,
    previewRestore: preview,
    async retry(id, by, key = null) {
      const { loaded, changed, duplicate } = await act(id, { kind: 'retry', key }, by);
      // The reason for refusing a retry is computed from the stored record, because this node's copy in memory may lack an effect that
      // another node has added.
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
      if (found === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `The actor ${id} does not exist.` });
      return judgeEvent(actor, event);
    },
    async tick(id, by) {
      const { type } = actorOf(id);
      if (isPaused(type)) {
        const message = `"${type}" is paused, so its actors are not processed. Resume the type first.`;
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
