import type { Summaries } from '../../operator/inspection/create-summaries.ts';
import type { OperatorActs } from '../../operator/operations/operator-acts.ts';
import type { OperatorFilter, OperatorQuery } from '../../runtime/operator/blocked.ts';
import type { BulkEvent } from '../../runtime/operator/bulk.ts';
import type { ExplainActors } from '../../runtime/operator/explain-actors.ts';
import type { Operator } from '../../runtime/operator/operator.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';
import { actorPages } from '../walk-pages.ts';
import type { ActorFilter, ActorOperations, ActorPageQuery, BulkOptions } from './actor-operations.ts';
import { titlesInParts } from './actor-titles.ts';

export type StoreOperationsDeps = {
  readonly operator: Operator;
  readonly store: ActorStore;
  readonly why: ExplainActors['why'];
  readonly titles: Summaries['titles'];
  readonly afterRestore: ExplainActors['afterRestore'];
  /** Stores the progress of operators' bulk actions. */
  readonly acts: Pick<OperatorActs, 'put'>;
  readonly description: string;
  /** The operator's name, which is written to the history. */
  readonly by: string;
  readonly now: () => number;
};

/** A due actor that was not woken for this number of milliseconds counts as overdue. */
const OVERDUE_AFTER_MS = 120_000;

/**
 * The operations on the actors of a store. A service may run on the same store: a write succeeds only if the actor has not changed since it
 * was read.
 */
export function createStoreOperations(deps: StoreOperationsDeps): ActorOperations {
  const { operator, store, why, titles, afterRestore, acts, description, by, now } = deps;
  async function* bulk({ filter, reason, ...request }: BulkOptions): AsyncGenerator<BulkEvent> {
    const atMs = now();
    const { keys, ...others } = filter;
    const subject = `${request.act.kind} ${JSON.stringify({ ...others, ...keys })}`;
    const put = (details: Readonly<Record<string, number | boolean>>) =>
      request.isDryRun ? Promise.resolve() : acts.put(`bulk/${by}/${atMs}`, { act: 'bulk', subject, by, reason, atMs, details });
    const events = operator.bulk({ ...request, filter: storeFilter(filter, atMs) }, by, new AbortController().signal);
    await put({});
    for await (const event of events) {
      if (event.kind === 'end')
        await put({ seen: event.seen, done: event.done, skipped: event.skipped, failed: event.failed, isEnded: true });
      yield event;
    }
  }

  return {
    description,
    async list(query) {
      const { actors, cursor } = await operator.list(storeQuery(query, now()));
      return { actors: actors.map(({ record }) => record), cursor };
    },
    show: operator.show,
    why,
    titles: (ids) => titlesInParts(ids, titles),
    history: operator.history,
    at: async (id, revision) => (await operator.at(id, revision))?.record ?? null,
    restore: (id, point, expected) => operator.restore(id, point, by, expected),
    async previewRestore(id, point, expected) {
      const preview = await operator.previewRestore(id, point, by, expected);
      return { ...preview, consequences: await afterRestore(preview) };
    },
    retry: (id, key) => operator.retry(id, by, key),
    bulk,
    send: (id, event) => operator.send(id, event, by),
    tick: (id) => operator.tick(id, by),
    release: (id) => operator.release(id, by),
    async *records(type) {
      for await (const page of actorPages(store, type === undefined ? {} : { type })) yield page.map(({ record }) => record);
    },
    import: (records, options) => operator.import(records, { ...options, by }),
  };
}

function storeQuery({ order, limit, cursor, ...filter }: ActorPageQuery, nowMs: number): OperatorQuery {
  return { ...storeFilter(filter, nowMs), order, limit, ...(cursor === undefined ? {} : { cursor }) };
}

function storeFilter({ prefix, isOverdue, ...filter }: ActorFilter, nowMs: number): OperatorFilter {
  return {
    ...filter,
    ...(prefix === undefined ? {} : { idPrefix: prefix }),
    ...(isOverdue === true ? { wakeBeforeMs: nowMs - OVERDUE_AFTER_MS } : {}),
  };
}
