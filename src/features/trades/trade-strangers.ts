import { UNPROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import type { HashBook } from './hash-book.ts';

/** Trades that ended without a proof. Those that are looked after end by themselves, within a day; nothing that ended waits for anything. */
export function tradeStrangers({ hashes }: { readonly hashes: Pick<HashBook, 'letGo'> }): StrangersActors {
  return {
    ...{ type: 'trade', statuses: ['success', 'failed'], isListExact: false },
    ...{ keptMs: UNPROVED_KEPT_MS, most: 0 },
    isUnproved: ({ snapshot }) => snapshot.context.hashIsFixed !== true,
    sinceMs: ({ updatedAtMs }) => updatedAtMs,
    count: async () => 0,
    async letGo({ key, record }) {
      const { hash, hashIsFixed } = record.snapshot.context;
      const isSuccess = record.keys.status === 'success';
      // An aggregator's final word on a transaction that was built here, without any hash.
      if (typeof hash !== 'string') return !isSuccess;
      return hashes.letGo({ tradeId: key, hash, isProved: isSuccess || hashIsFixed === true });
    },
  };
}
