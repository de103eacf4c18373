import type {
  ActorCommit,
  ActorStore,
  CommitResult,
  DuePage,
  DueQuery,
  ListFilter,
  ListQuery,
  ListSort,
  LoadedActor,
  StoreRef,
  TriggeredQuery,
} from '../../../runtime/record/actor-store.ts';
import { type ActorId, APPLIED_KEPT, type HistoryEntry } from '../../../runtime/record/record.ts';
import { encodeDelta } from '../../../runtime/record/record-delta.ts';
import { encodeFull } from '../../../runtime/record/record-full.ts';
import { anyTriggerHolds } from '../../../runtime/record/trigger-holds.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { type Place, pageOf } from './place-page.ts';
import { createStoredActor, type StoredActor } from './stored-actor.ts';
import { createTally } from './tally.ts';

/**
 * An in-memory actor store, for tests. `rewrite` replaces the stored text of an actor's newest revision, so that tests can use texts that
 * no commit would write.
 */
export type MemoryActorStore = ActorStore & { readonly rewrite: (id: ActorId, change: (text: string) => string) => void };

/**
 * Creates an `ActorStore` in memory, for tests and simulations; it loses its data when the process ends. It stores JSON text, as the real
 * stores do, so that a value that JSON cannot represent is lost here too. Queries scan all actors, which is fast enough for about ten
 * thousand actors.
 */
export function createMemoryActorStore(): MemoryActorStore {
  const byId = new Map<ActorId, StoredActor>();
  const byRef = new Map<StoreRef, StoredActor>();
  const tally = createTally();
  let lastRef = 0;

  function commitOne(commit: ActorCommit): CommitResult {
    const { previous, next, note } = commit;
    const stored = byId.get(next.id);
    if (previous === null) {
      if (stored !== undefined) return 'conflict';
      const created = createStoredActor(++lastRef, next, { text: encodeFull(next, note, commit.from ?? null), atMs: note.atMs });
      byId.set(next.id, created);
      byRef.set(created.ref, created);
      tally.move(null, created.head);
      commit.handle = { ref: created.ref };
      return 'won';
    }
    if (commit.handle === null)
      throw new TerminalError({
        code: 'handle-missing',
        message: `The change of ${next.id} lacks the handle that this store returns with each record.`,
      });
    if (stored === undefined || stored.ref !== commit.handle.ref || stored.head.revision !== previous.revision) return 'conflict';
    // A delta (the changes of one commit) cannot be based on an unreadable record. After such a record, a full record is written.
    const isFull = stored.deltasSinceFull() === APPLIED_KEPT - 1 || 'isDamaged' in commit.handle;
    const text = isFull ? encodeFull(next, note, previous.snapshot.value) : encodeDelta(previous, next, note);
    const before = stored.head;
    stored.append(next, { text, isFull, atMs: note.atMs });
    tally.move(before, stored.head);
    commit.handle = { ref: stored.ref };
    return 'won';
  }

  const matching = (filter: ListFilter) => [...byId.values()].filter((actor) => matches(actor, filter));

  return {
    name: 'memory',
    load: async (ids) => ids.map((id) => loaded(byId.get(id))),
    loadRefs: async (refs) => refs.map((ref) => loaded(byRef.get(ref))),
    commit: async (commits) => commits.map(commitOne),
    due: async (query) => dueOf(byId.values(), query),
    topics: async (type) => {
      const actors = [...byId.values()].filter(({ head }) => head.type === type);
      return [...new Set(actors.flatMap(({ head }) => head.triggers.map(({ topic }) => topic)))];
    },
    triggered: async (query) => triggeredOf(byId.values(), query),
    list: async (query) => {
      const { page, cursor } = pageOfList(matching(query), query);
      return { actors: page.map((actor) => actor.read()), cursor };
    },
    listIds: async (query) => {
      const { page, cursor } = pageOfList(matching(query), query);
      return { ids: page.map(({ head }) => head.id), cursor };
    },
    count: async (filter) => matching(filter).length,
    countUpTo: async (filter, { most }) => {
      const count = matching(filter).length;
      return { count: Math.min(count, most), isMore: count > most };
    },
    history: async (id, { beforeRevision = Number.POSITIVE_INFINITY, limit }) => {
      const newest = (byId.get(id)?.entries() ?? []).reverse();
      return newest.filter((entry) => entry.revision < beforeRevision).slice(0, limit);
    },
    historyAt: async (id, revision): Promise<HistoryEntry | null> =>
      byId
        .get(id)
        ?.entries()
        .find((entry) => entry.revision === revision) ?? null,
    hasApplied: async (id, eventId) =>
      byId
        .get(id)
        ?.entries()
        .some(({ record }) => record.applied.includes(eventId)) ?? false,
    prune: async ({ beforeMs, limit }) => {
      let removed = 0;
      for (const actor of byId.values()) if (removed < limit) removed += actor.prune(beforeMs, limit - removed);
      return removed;
    },
    forget: async (actors) =>
      actors.map(({ record, handle, damage }) => {
        if (damage !== undefined) return false;
        const stored = byId.get(record.id);
        if (stored === undefined || stored.ref !== handle.ref || stored.head.revision !== record.revision) return false;
        if (stored.head.outboxEntries > 0 || stored.head.triggers.length > 0) return false;
        byId.delete(record.id);
        byRef.delete(stored.ref);
        tally.remove(stored.head);
        return true;
      }),
    counts: async () => tally.counts(),
    rewrite: (id, change) => byId.get(id)?.rewrite(change),
    close: async () => {},
  };
}

function loaded(actor: StoredActor | undefined): LoadedActor | null {
  return actor === undefined ? null : actor.read();
}

function matches({ head }: StoredActor, filter: ListFilter): boolean {
  const { type, keys = {}, keyPrefix, statuses, health, idPrefix, wakeBeforeMs } = filter;
  return (
    (type === undefined || head.type === type) &&
    Object.entries(keys).every(([name, value]) => head.keys[name] === value) &&
    (keyPrefix === undefined || textOf(head, keyPrefix)?.startsWith(keyPrefix.prefix) === true) &&
    (statuses === undefined || (head.keys.status !== null && statuses.includes(head.keys.status))) &&
    (health === undefined || head.health === health) &&
    (idPrefix === undefined || head.id.startsWith(idPrefix)) &&
    (wakeBeforeMs === undefined || (head.wakeAtMs !== null && head.wakeAtMs < wakeBeforeMs))
  );
}

function dueOf(actors: Iterable<StoredActor>, query: DueQuery): DuePage {
  const { afterMs, untilMs, types, shards, limit } = query;
  const found: { actor: StoredActor; place: Place }[] = [];
  for (const actor of actors) {
    const { wakeAtMs, type, shard } = actor.head;
    if (wakeAtMs === null || wakeAtMs > untilMs || (afterMs !== null && wakeAtMs <= afterMs)) continue;
    if (types !== undefined && !types.includes(type)) continue;
    if (!isInShards(shard, shards)) continue;
    found.push({ actor, place: [wakeAtMs, actor.ref] });
  }
  return rowsOf(found, limit, query.cursor);
}

function triggeredOf(actors: Iterable<StoredActor>, { type, values, shards, limit, cursor }: TriggeredQuery): DuePage {
  const found = [...actors].filter(
    ({ head }) => head.type === type && isInShards(head.shard, shards) && anyTriggerHolds(head.triggers, values),
  );
  return rowsOf(
    found.map((actor) => ({ actor, place: [0, actor.ref] })),
    limit,
    cursor,
  );
}

function isInShards(shard: number, shards: DueQuery['shards']): boolean {
  return shards === undefined || (shard >= shards[0] && shard < shards[1]);
}

function rowsOf(found: { actor: StoredActor; place: Place }[], limit: number, after: string | undefined): DuePage {
  const { page, cursor } = pageOf(found, { order: 'oldest', limit, cursor: after, length: 2, isText: false });
  return { rows: page.map(({ actor }) => ({ ref: actor.ref, revision: actor.head.revision })), cursor };
}

function pageOfList(actors: readonly StoredActor[], query: ListQuery): { page: readonly StoredActor[]; cursor: string | null } {
  const sort = query.sort ?? 'created';
  const placed = actors.flatMap((actor) => {
    const place = placeOf(actor, sort, query.keyPrefix);
    return place === null ? [] : [{ actor, place }];
  });
  const { page, cursor } = pageOf(placed, { ...query, length: sort === 'key' ? 3 : 2, isText: sort === 'id' || sort === 'key' });
  return { page: page.map(({ actor }) => actor), cursor };
}

/**
 * Returns the value by which an actor is sorted in a list; null for an actor that is not listed in that order, such as an actor without a
 * wake time.
 */
function placeOf({ head, ref }: StoredActor, sort: ListSort, key: ListFilter['keyPrefix']): Place | null {
  if (sort === 'created') return [head.createdAtMs, ref];
  if (sort === 'wake') return head.wakeAtMs === null ? null : [head.wakeAtMs, ref];
  if (sort === 'id') return [head.id, 0];
  const value = key === undefined ? null : textOf(head, key);
  return value === null ? null : [value, head.createdAtMs, ref];
}

function textOf({ keys }: StoredActor['head'], { name }: { readonly name: string }): string | null {
  const value = keys[name];
  return typeof value === 'string' ? value : null;
}
