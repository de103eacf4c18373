import type { ActorStore, ListQuery } from '../../runtime/actor-store.ts';
import type { Operator } from '../../runtime/operator.ts';
import { actorPages } from '../walk-pages.ts';
import type { ActorOperations, ActorPageQuery } from './actor-operations.ts';

export type StoreOperationsDeps = {
  readonly operator: Operator;
  readonly store: ActorStore;
  readonly description: string;
  /** Who does it, for the history. */
  readonly by: string;
  readonly now: () => number;
};

/** What should have been looked at by then, and was not. */
const OVERDUE_AFTER_MS = 120_000;

/** The operations on a store itself. The service may be running on it: the compare-and-set of each actor judges. */
export function createStoreOperations({ operator, store, description, by, now }: StoreOperationsDeps): ActorOperations {
  return {
    description,
    async list(query) {
      const { actors, cursor } = await operator.list(storeQuery(query, now()));
      return { actors: actors.map(({ record }) => record), cursor };
    },
    show: operator.show,
    history: operator.history,
    at: async (id, revision) => (await operator.at(id, revision))?.record ?? null,
    restore: (id, revision, expected) => operator.restore(id, revision, by, expected),
    send: (id, event) => operator.send(id, event, by),
    tick: (id) => operator.tick(id, by),
    release: (id) => operator.release(id, by),
    async *records(type) {
      for await (const page of actorPages(store, type === undefined ? {} : { type })) yield page.map(({ record }) => record);
    },
    import: (records, options) => operator.import(records, { ...options, by }),
  };
}

function storeQuery({ prefix, isOverdue, ...query }: ActorPageQuery, nowMs: number): ListQuery {
  return {
    ...query,
    ...(prefix === undefined ? {} : { idPrefix: prefix }),
    ...(isOverdue === true ? { wakeBeforeMs: nowMs - OVERDUE_AFTER_MS } : {}),
  };
}
