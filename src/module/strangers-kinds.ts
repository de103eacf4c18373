import { createAgentLinks } from '../features/autopilot/agent-links.ts';
import { createLinkBook } from '../features/dca/link-book.ts';
import { DCA_MERGED_FIELDS } from '../features/dca/merged-fields.ts';
import { NLU_LOG } from '../features/nlu/create-nlu.ts';
import { ORDERS } from '../features/orders/create-orders.ts';
import { SMART_ACCOUNTS } from '../features/smart-accounts/create-smart-accounts.ts';
import { createHashBook } from '../features/trades/hash-book.ts';
import { MOST_PROVED, MOST_UNPROVED, SIGNED_KEPT_MS, UNPROVED_KEPT_MS } from '../http/strangers/bounds.ts';
import type { CollectionSpec, RecordStore } from '../platform/store/record-store.ts';
import type { ActorStore } from '../runtime/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import type { StrangersActors, StrangersRows } from './forget-strangers.ts';

/** All that anybody can have kept, and what may stand behind it. */
export function strangersKinds(deps: { readonly records: RecordStore; readonly store: Pick<ActorStore, 'count'>; readonly clock: Clock }): {
  readonly actors: readonly StrangersActors[];
  readonly rows: readonly StrangersRows[];
} {
  const { records, store } = deps;
  const links = createLinkBook(deps);
  const agentLinks = createAgentLinks(deps);
  const hashes = createHashBook(deps);
  const merged = records.collection(DCA_MERGED_FIELDS);
  const rowsOf = (spec: CollectionSpec, most: number): StrangersRows => ({ name: spec.name, rows: records.collection(spec), most });
  return {
    actors: [
      {
        ...{ type: 'dca-position', statuses: ['pending'], isListExact: true },
        ...{ keptMs: UNPROVED_KEPT_MS, most: MOST_UNPROVED },
        sinceMs: ({ createdAtMs }) => createdAtMs,
        count: () => store.count({ type: 'dca-position', statuses: ['pending'] }),
        async letGo({ key }) {
          const goes = await links.letGo(key);
          if (goes) await merged.remove(key);
          return goes;
        },
      },
      {
        ...{ type: 'autopilot-agent', statuses: ['active', 'paused'], isListExact: false },
        ...{ keptMs: SIGNED_KEPT_MS, most: MOST_UNPROVED },
        // Whoever stops a dry run has as long to go on with it.
        sinceMs: ({ createdAtMs, updatedAtMs, snapshot }) => (snapshot.context.paper == null ? createdAtMs : updatedAtMs),
        count: agentLinks.count,
        letGo: ({ key }) => agentLinks.letGo(key),
      },
      {
        // Those that are looked after end by themselves, within a day; nothing that ended waits for anything.
        ...{ type: 'trade', statuses: ['success', 'failed'], isListExact: false },
        ...{ keptMs: UNPROVED_KEPT_MS, most: 0 },
        sinceMs: ({ updatedAtMs }) => updatedAtMs,
        count: async () => 0,
        async letGo({ key, record }) {
          const { hash, hashIsFixed } = record.snapshot.context;
          const isSuccess = record.keys.status === 'success';
          // An aggregator's final word on a transaction that was built here, without any hash.
          if (typeof hash !== 'string') return !isSuccess;
          return hashes.letGo({ tradeId: key, hash, isProved: isSuccess || hashIsFixed === true });
        },
      },
    ],
    rows: [rowsOf(ORDERS, MOST_UNPROVED), rowsOf(NLU_LOG, MOST_UNPROVED), rowsOf(SMART_ACCOUNTS, MOST_PROVED)],
  };
}
