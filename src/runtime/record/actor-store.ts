import type { ActorId, ActorRecord, Health, HistoryEntry, HistoryNote, StateValue } from './record.ts';

/**
 * The store of actors. Every adapter ensures these invariants, which `test/contract/actor-store` checks:
 *
 * 1. Compare-and-set. A commit with `previous` wins only if the stored revision is `previous.revision`; one without `previous` wins only if
 * the id does not exist. A commit that loses changes nothing. Of several commits based on the same revision, from any number of processes,
 * at most one wins.
 * 2. Durable before the answer. When `commit` resolves, every winner survives kill -9 of this process.
 * 3. Atomic, one actor at a time. Commits of one call are independent: one that loses does not affect the others, and a crash may keep some
 * winners and drop others. No adapter may need more than single-document atomicity.
 * 4. A rejected `commit` leaves the result of its commits unknown: each may or may not have won. The caller reads the actors to find out.
 * 5. Reads see every commit that was acknowledged before the read began (by any process of this store).
 * 6. History is append-only: revision n, once acknowledged, always reads the same until retention removes it. The record's current state
 * never depends on anything that retention removed.
 * 7. JSON goes in and the same JSON comes out, including lone surrogates, `__proto__` as a key, and numbers. `undefined` members are
 * dropped.
 * 8. At most one commit per actor and call.
 * 9. Triggers belong to the record. A commit that wins replaces the triggers of `previous` by those of `next`, atomically in the same write
 * as the rest of the record; one that loses changes none. So by (5), an actor is found by the triggers of its newest revision and by no
 * others, whatever kind of commit wrote it. A commit whose triggers are unchanged costs nothing for them.
 * 10. A deleted (forgotten) actor is removed completely: no query finds it, it has no history, and counts exclude it. An actor is deleted
 * only if the given revision is still the current one, with an empty outbox and no triggers; a commit based on that revision then loses.
 * The id may be created again.
 * 11. An actor whose stored record cannot be read does not affect others. Reads return it as `damagedActor` builds it, with its `damage`,
 * and a commit based on that may follow; its index keeps its values. History omits the revisions that cannot be read.
 */
export type ActorStore = {
  readonly name: string;
  load(ids: readonly ActorId[]): Promise<readonly (LoadedActor | null)[]>;
  /** Loads actors by the short references that `due` has returned. */
  loadRefs(refs: readonly StoreRef[]): Promise<readonly (LoadedActor | null)[]>;
  /** Returns one result for each commit, in order. After a successful commit, its `handle` must be used for the actor's next commit. */
  commit(commits: readonly ActorCommit[]): Promise<readonly CommitResult[]>;
  /**
   * Lists actors whose wake time is in (afterMs, untilMs], sorted by time within each type, at most `limit` actors; the caller requests
   * further pages with `cursor` until it is null.
   */
  due(query: DueQuery): Promise<DuePage>;
  /**
   * Lists every topic (watched value, such as a price) of this type's triggers once, in any order. The cost depends on the number of
   * topics, not of actors.
   */
  topics(type: string): Promise<readonly string[]>;
  /**
   * Lists the actors of a type with a trigger that is fulfilled at these values (bounds are inclusive; a trigger on a topic without a value
   * is never fulfilled). The result has the structure of `due`. An actor is listed at least once, and at most once for each fulfilled
   * trigger. The cost depends on the topics and the results, not on unfulfilled triggers. `values` must be the same for all pages; actors
   * that change in the meantime may or may not be listed.
   */
  triggered(query: TriggeredQuery): Promise<DuePage>;
  list(query: ListQuery): Promise<ListPage>;
  /** Lists the same actors as `list`, but returns only their ids and reads no records. Cursors of both methods are interchangeable. */
  listIds(query: ListQuery): Promise<IdPage>;
  count(query: ListFilter): Promise<number>;
  /** Counts the actors that match the query. May stop (`isMore`) above `most` matches, or after scanning about `maxLooked` actors. */
  countUpTo(query: ListFilter, bounds: CountBounds): Promise<BoundedCount>;
  /** Lists the revisions of an actor, newest first. */
  history(id: ActorId, page: { readonly beforeRevision?: number; readonly limit: number }): Promise<readonly HistoryEntry[]>;
  historyAt(id: ActorId, revision: number): Promise<HistoryEntry | null>;
  /** Whether an event id was applied, as far as the stored history reaches back. The method is used when the reply to an event was lost. */
  hasApplied(id: ActorId, eventId: string): Promise<boolean>;
  /**
   * Removes history older than `beforeMs`, about `limit` entries per call. Returns the number of removed entries; 0 means that no such
   * entries are left.
   */
  prune(query: { readonly beforeMs: number; readonly limit: number }): Promise<number>;
  /**
   * Deletes actors completely, by their loaded revision. Returns for each whether it was deleted. An actor that has changed is kept. An
   * actor that the store cannot delete now (the newest of all) may be kept, too. If the process dies in the meantime, some history may
   * remain until retention removes it.
   */
  forget(actors: readonly LoadedActor[]): Promise<readonly boolean[]>;
  /** Returns how many actors there are of each type with each status; combinations without actors are omitted. */
  counts(): Promise<StoreCounts>;
  close(): Promise<void>;
};

/**
 * The store's own data about an actor that is in memory. A load or a successful commit returns it, and the next commit must pass it on;
 * only the store interprets it.
 */
export type StoreHandle = { readonly ref: StoreRef };
/** A short reference to an actor, stable while the store is open (a row number, or the id itself). */
export type StoreRef = number | string;

export type LoadedActor = {
  readonly record: ActorRecord;
  readonly handle: StoreHandle;
  /**
   * Why the stored record cannot be read; missing when it can. For an unreadable record, `record` was rebuilt from the values in the
   * store's index.
   */
  readonly damage?: string;
};

export type ActorCommit = {
  /**
   * The record before the step, as loaded or last committed. Null to create the actor, at revision 1 or, for a copied actor, at a later
   * revision.
   */
  readonly previous: ActorRecord | null;
  readonly next: ActorRecord;
  /** Only for a copied actor (`previous` is null) whose earlier history is not stored: its state before the first stored revision. */
  readonly from?: StateValue | null;
  readonly note: HistoryNote;
  /** Before the commit: the handle of `previous`. A successful commit replaces it by the handle of `next`. */
  handle: StoreHandle | null;
};

export type CommitResult = 'won' | 'conflict';

export type DueQuery = {
  readonly afterMs: number | null;
  readonly untilMs: number;
  readonly types?: readonly string[];
  /** Selects only the actors in a range of shards (parts of all actors): the first shard, and the shard after the last one. */
  readonly shards?: readonly [number, number];
  readonly limit: number;
  readonly cursor?: string;
};
export type TriggeredQuery = {
  readonly type: string;
  /** By topic (a watched value, such as a price), its current value. All values are finite numbers. */
  readonly values: ReadonlyMap<string, number>;
  /** Selects only the actors in a range of shards (parts of all actors): the first shard, and the shard after the last one. */
  readonly shards?: readonly [number, number];
  readonly limit: number;
  readonly cursor?: string;
};
export type DueRow = { readonly ref: StoreRef; readonly revision: number };
export type DuePage = { readonly rows: readonly DueRow[]; readonly cursor: string | null };

export type ListFilter = {
  readonly type?: string;
  /**
   * Selects only the actors whose index keys have these values, by the key's name; the key `status` has a filter of its own, `statuses`.
   */
  readonly keys?: { readonly [name: string]: string | number };
  readonly statuses?: readonly string[];
  readonly health?: 'ok' | 'backing-off' | 'quarantined';
  /** Selects only the actors whose id begins with this text. */
  readonly idPrefix?: string;
  /** Selects only the actors that have this index key with a string value that begins with the prefix. */
  readonly keyPrefix?: { readonly name: string; readonly prefix: string };
  /** Selects only overdue actors, whose wake time is before this time. */
  readonly wakeBeforeMs?: number;
};
/**
 * The orders that an index provides. `created`: by creation time. `wake`: by the time at which the actor is processed next; only actors
 * with a wake time. `id`, `key`: by code point; `key` sorts by the index key of `keyPrefix`, which is then required, and equal values by
 * creation time.
 */
export type ListSort = 'created' | 'wake' | 'id' | 'key';
export type ListQuery = ListFilter & {
  /** The order in which actors are listed; default `created`. */
  readonly sort?: ListSort;
  /** The sort direction, for all orders; `oldest` means ascending. */
  readonly order: 'oldest' | 'newest';
  readonly limit: number;
  readonly cursor?: string;
  /**
   * Approximate maximum number of non-matching actors that a page may scan. With this limit, a page may be shorter than `limit`, or empty,
   * although more results follow after its cursor. Without this limit, a page contains `limit` results if there are so many, however long
   * the scan takes.
   */
  readonly maxLooked?: number;
};
export type CountBounds = { readonly most: number; readonly maxLooked: number };
export type BoundedCount = { readonly count: number; readonly isMore: boolean };
export type IdPage = { readonly ids: readonly ActorId[]; readonly cursor: string | null };
export type ListPage = { readonly actors: readonly LoadedActor[]; readonly cursor: string | null };

export type StoreCounts = {
  readonly actors: number;
  /** Total number of unsettled effects in all outboxes. */
  readonly outboxEntries: number;
  readonly byTypeAndStatus: readonly {
    readonly type: string;
    readonly status: string | null;
    readonly health: Health['state'];
    readonly count: number;
  }[];
};
