import * as v from 'valibot';
import { createDeferredList, type DeferredItem, type DeferredList } from '../../operator/deferred/deferred-list.ts';
import type { NodeClient } from './node-client.ts';

/** The operations on vault events that could not be processed and are tried again later. They work through a node or on the store. */
export type DeferredOperations = {
  readonly list: () => Promise<{ readonly count: number; readonly items: readonly DeferredItem[] }>;
  readonly retry: (id: string) => Promise<DeferredItem>;
  readonly drop: (id: string, reason: string) => Promise<DeferredItem>;
};

const MOST_SHOWN = 200;

const itemSchema = v.object({
  ...{ id: v.string(), chainId: v.number(), vault: v.string(), kind: v.string(), subject: v.string() },
  ...{ attempts: v.number(), lastError: v.string(), firstAtMs: v.nullable(v.number()), nextAttemptAtMs: v.number() },
});
const listSchema = v.object({ totals: v.array(v.object({ count: v.number() })), items: v.array(itemSchema) });

export function createNodeDeferred(node: NodeClient): DeferredOperations {
  return {
    async list() {
      const { totals, items } = v.parse(listSchema, await node.get('/deferred'));
      return { count: sumOf(totals), items };
    },
    retry: async (id) => v.parse(itemSchema, await node.post('/deferred/retry', { id })),
    drop: async (id, reason) => v.parse(itemSchema, await node.post('/deferred/drop', { id, reason })),
  };
}

export function createStoreDeferred({
  by,
  ...deps
}: Parameters<typeof createDeferredList>[0] & { readonly by: string }): DeferredOperations {
  const deferred: DeferredList = createDeferredList(deps);
  return {
    list: async () => ({ count: sumOf(await deferred.totals()), items: await deferred.oldest(MOST_SHOWN) }),
    retry: (id) => deferred.retry(id, by),
    drop: (id, reason) => deferred.drop(id, reason, by),
  };
}

function sumOf(totals: readonly { readonly count: number }[]): number {
  return totals.reduce((sum, { count }) => sum + count, 0);
}
