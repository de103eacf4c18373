import type { CollectionSpec, RecordCollection, RecordStore } from '../platform/store/record-store.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { JsonObject } from '../values/json.ts';

/**
 * Hooks that run around each call of a store. The first hook can refuse the call before it is made; the other hooks receive the result of
 * the call.
 */
export type StoreGuard = {
  /** Refuses a call of the store that is certain to fail, without making it. @throws RetryableError `store-refuses` */
  refuseNow(isRead: boolean): void;
  met(error: unknown): void;
  /** Called after each successful write to the store. */
  taken(): void;
};

type Call<Args extends readonly unknown[], T> = (...args: Args) => Promise<T>;

/** Wraps an actor store so that each call is reported to a guard. */
export function guardActors(actors: ActorStore, guard: StoreGuard): ActorStore {
  const { read, write } = guarding(guard);
  return {
    ...actors,
    load: read(actors.load),
    loadRefs: read(actors.loadRefs),
    commit: write(actors.commit),
    due: read(actors.due),
    topics: read(actors.topics),
    triggered: read(actors.triggered),
    list: read(actors.list),
    listIds: read(actors.listIds),
    count: read(actors.count),
    countUpTo: read(actors.countUpTo),
    history: read(actors.history),
    historyAt: read(actors.historyAt),
    hasApplied: read(actors.hasApplied),
    prune: write(actors.prune),
    forget: write(actors.forget),
    counts: read(actors.counts),
  };
}

/** Wraps a record store so that each call is reported to a guard. */
export function guardRecords(records: RecordStore, guard: StoreGuard): RecordStore {
  const { read, write } = guarding(guard);
  return {
    collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T> {
      const inner = records.collection<T>(spec);
      return {
        get: read((id) => inner.get(id)),
        getMany: read((ids) => inner.getMany(ids)),
        insert: write((id, value) => inner.insert(id, value)),
        insertMany: write((rows) => inner.insertMany(rows)),
        put: write((id, value) => inner.put(id, value)),
        update: write((id, rev, value) => inner.update(id, rev, value)),
        remove: write((id) => inner.remove(id)),
        removeWhere: write((where) => inner.removeWhere(where)),
        find: read((query) => inner.find(query)),
        findOne: read((where) => inner.findOne(where)),
        count: read((where) => inner.count(where)),
        scan: read((page) => inner.scan(page)),
      };
    },
  };
}

function guarding({ refuseNow, met, taken }: StoreGuard) {
  function guarded<Args extends readonly unknown[], T>(ask: Call<Args, T>, isRead: boolean): Call<Args, T> {
    return async (...args) => {
      refuseNow(isRead);
      try {
        const answer = await ask(...args);
        if (!isRead) taken();
        return answer;
      } catch (error) {
        met(error);
        throw error;
      }
    };
  }
  return {
    read: <Args extends readonly unknown[], T>(ask: Call<Args, T>) => guarded(ask, true),
    write: <Args extends readonly unknown[], T>(ask: Call<Args, T>) => guarded(ask, false),
  };
}
