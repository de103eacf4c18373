import type { ActorId, ActorRecord, Health, HistoryEntry, HistoryNote, StateValue } from './record.ts';

/**
 * Where actors live. Invariants every adapter keeps, and `test/contract/actor-store` checks:
 *
 * 1. Compare-and-set. A commit with `previous` wins only if the stored revision is `previous.revision`; one without
 *    `previous` wins only if the id does not exist. A commit that loses changes nothing. Of several commits that name the
 *    same revision, from any number of processes, at most one wins.
 * 2. Durable before the answer. When `commit` resolves, every winner survives kill -9 of this process.
 * 3. Whole or not at all, one actor at a time. Commits of one call are independent: one that loses does not harm the others,
 *    and a crash may keep some winners and drop others. No adapter may need more than single-document atomicity.
 * 4. A rejected `commit` says nothing about its commits: each may or may not have won. The caller reads back.
 * 5. Reads see every commit that was acknowledged before the read began (by any process of this store).
 * 6. History is append-only: revision n, once acknowledged, always reads the same until retention takes it. The record's
 *    current state never depends on anything that retention removed.
 * 7. JSON in, the same JSON out: lone surrogates, `__proto__` as a key, and numbers included. `undefined` members are dropped.
 * 8. At most one commit per actor and call.
 * 9. Triggers are of the record. A commit that wins puts the triggers of `next` in the place of those of `previous`, in the same write as the
 *    rest of the record, whole or not at all; one that loses changes none. So by (5) an actor is found by the triggers of its newest
 *    revision, and by no other, however it came to that revision. A commit whose record has the triggers of the one before pays nothing
 *    for them.
 * 10. What is forgotten is gone whole: nothing finds it, it has no history, and counts do without it. Only a revision that is still the
 *    current one, with nothing in its outbox and no trigger, is forgotten; a commit that was stepped from it loses. The id may be made again.
 * 11. An actor of which the stored record cannot be read harms nobody else: reads give it as `damagedActor` does, with its "damage", and a
 *    commit on that may follow; its index holds what it held. History leaves out the revisions that cannot be read.
 */
export type ActorStore = {
  readonly name: string;
  load(ids: readonly ActorId[]): Promise<readonly (LoadedActor | null)[]>;
  /** Loads actors as `load` does, by the short references that `due` returned. */
  loadRefs(refs: readonly StoreRef[]): Promise<readonly (LoadedActor | null)[]>;
  /** Returns one result for each commit, in order. After a success the commit's `handle` is the one for the next commit. */
  commit(commits: readonly ActorCommit[]): Promise<readonly CommitResult[]>;
  /**
   * Lists actors whose wake time is in (afterMs, untilMs], sorted by time within each type, at most `limit`; call again with
   * `cursor` until it is null.
   */
  due(query: DueQuery): Promise<DuePage>;
  /** Lists every topic of this type's triggers once, in any order. The cost grows with the topics, not with the actors. */
  topics(type: string): Promise<readonly string[]>;
  /**
   * Lists the actors of a type with a trigger that holds at these values (bounds are inclusive; a topic without a value never
   * holds), in the form of `due`. An actor is listed at least once, and at most once for each trigger that holds. The cost grows
   * with the topics and the results, not with triggers that do not hold. `values` must be the same for all pages; actors that change
   * meanwhile may be listed or not.
   */
  triggered(query: TriggeredQuery): Promise<DuePage>;
  list(query: ListQuery): Promise<ListPage>;
  /** Returns the pages of `list` without reading records; the cursors of both are the same. */
  listIds(query: ListQuery): Promise<IdPage>;
  count(query: ListFilter): Promise<number>;
  /** Counts as `count` does, but may stop (`isMore`) above `most` matches, or after scanning about `maxLooked`. */
  countUpTo(query: ListFilter, bounds: CountBounds): Promise<BoundedCount>;
  /** Lists revisions, the newest first. */
  history(id: ActorId, page: { readonly beforeRevision?: number; readonly limit: number }): Promise<readonly HistoryEntry[]>;
  historyAt(id: ActorId, revision: number): Promise<HistoryEntry | null>;
  /** Whether an event id was applied, as far as history reaches: used after a reply was lost. */
  hasApplied(id: ActorId, eventId: string): Promise<boolean>;
  /** Removes history older than `beforeMs`, about `limit` entries a call; returns how many were removed, 0 when done. */
  prune(query: { readonly beforeMs: number; readonly limit: number }): Promise<number>;
  /**
   * Deletes actors completely, by their loaded revision; returns for each whether it was deleted. An actor that changed stays, and
   * so may one that a store cannot delete now (the newest of all). If the process dies meanwhile, some history may stay until
   * retention removes it.
   */
  forget(actors: readonly LoadedActor[]): Promise<readonly boolean[]>;
  /** Returns the current totals of all actors; groups without actors are left out. */
  counts(): Promise<StoreCounts>;
  close(): Promise<void>;
};

/**
 * The store's own data about one resident actor: passed from a load or a successful commit to the next commit, and not interpreted
 * by others.
 */
export type StoreHandle = { readonly ref: StoreRef };
/** A short name for an actor, stable while the store is open (a row number, or the id itself). */
export type StoreRef = number | string;

export type LoadedActor = {
  readonly record: ActorRecord;
  readonly handle: StoreHandle;
  /** Why the stored record cannot be read; `record` is then reconstructed from the index. */
  readonly damage?: string;
};

export type ActorCommit = {
  /** The record before the step, as loaded or last committed; null to create the actor, at revision 1 or, for a copy, later. */
  readonly previous: ActorRecord | null;
  readonly next: ActorRecord;
  /** With `previous` null: the previous state of a copied actor, whose earlier history is not stored. */
  readonly from?: StateValue | null;
  readonly note: HistoryNote;
  /** Input: the handle of `previous`. Output after a success: the handle of `next`. */
  handle: StoreHandle | null;
};

export type CommitResult = 'won' | 'conflict';

export type DueQuery = {
  readonly afterMs: number | null;
  readonly untilMs: number;
  readonly types?: readonly string[];
  /** Shards from (inclusive) to (exclusive). */
  readonly shards?: readonly [number, number];
  readonly limit: number;
  readonly cursor?: string;
};
export type TriggeredQuery = {
  readonly type: string;
  /** Finite values by topic. */
  readonly values: ReadonlyMap<string, number>;
  /** The same as in `DueQuery`. */
  readonly shards?: readonly [number, number];
  readonly limit: number;
  readonly cursor?: string;
};
export type DueRow = { readonly ref: StoreRef; readonly revision: number };
export type DuePage = { readonly rows: readonly DueRow[]; readonly cursor: string | null };

export type ListFilter = {
  readonly type?: string;
  /** Values of index keys, by the keys' names; for `status` see `statuses`. */
  readonly keys?: { readonly [name: string]: string | number };
  readonly statuses?: readonly string[];
  readonly health?: 'ok' | 'backing-off' | 'quarantined';
  /** Only ids that begin with this text. */
  readonly idPrefix?: string;
  /** Only actors that have this index key, with a text that begins with the prefix. */
  readonly keyPrefix?: { readonly name: string; readonly prefix: string };
  /** Only actors whose wake time is before this: overdue ones. */
  readonly wakeBeforeMs?: number;
};
/**
 * What an index gives in order. `created`: by the time of creation. `wake`: by the time at which it is looked at next; only actors that wake at
 * all. `id`, `key`: by code point; `key` by the index key of `keyPrefix`, which has to be given, those of one value by the time of creation.
 */
export type ListSort = 'created' | 'wake' | 'id' | 'key';
export type ListQuery = ListFilter & {
  /** Default `created`. */
  readonly sort?: ListSort;
  /** `oldest`: ascending, for any sort. */
  readonly order: 'oldest' | 'newest';
  readonly limit: number;
  readonly cursor?: string;
  /**
   * About how many actors a page may scan that do not match. With it a page may be shorter than its limit, or empty, although its
   * cursor leads to more; without it a page is full, whatever that costs.
   */
  readonly maxLooked?: number;
};
export type CountBounds = { readonly most: number; readonly maxLooked: number };
export type BoundedCount = { readonly count: number; readonly isMore: boolean };
export type IdPage = { readonly ids: readonly ActorId[]; readonly cursor: string | null };
export type ListPage = { readonly actors: readonly LoadedActor[]; readonly cursor: string | null };

export type StoreCounts = {
  readonly actors: number;
  /** Effects in all outboxes that are not settled. */
  readonly outboxEntries: number;
  readonly byTypeAndStatus: readonly {
    readonly type: string;
    readonly status: string | null;
    readonly health: Health['state'];
    readonly count: number;
  }[];
};
