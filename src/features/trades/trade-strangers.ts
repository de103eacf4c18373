import { UNPROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import { anyTransactionHash } from '../../values/parse-transaction-hash.ts';
import type { HashRepository } from './hash-repository.ts';

/**
 * Makes ended trades that no wallet has proved to be its own count towards the limit on data of unauthenticated clients. Open trades need
 * not be counted, because they end automatically within a day.
 */
export function tradeStrangers({ hashes }: { readonly hashes: Pick<HashRepository, 'letGo'> }): StrangersActors {
  return {
    ...{ type: 'trade', statuses: ['success', 'failed'], isListExact: false },
    ...{ keptMs: UNPROVED_KEPT_MS, most: 0 },
    isUnproved: ({ snapshot }) => snapshot.context.hashIsFixed !== true,
    sinceMs: ({ updatedAtMs }) => updatedAtMs,
    count: async () => 0,
    async letGo({ key, record }) {
      const { hash, hashIsFixed } = record.snapshot.context;
      const isSuccess = record.keys.status === 'success';
      // If a record without a transaction hash ended as successful, it is kept: an aggregator has reported the success, and this service
      // built the transaction. Any other record without a hash can be deleted.
      const known = typeof hash === 'string' ? anyTransactionHash(hash) : null;
      if (known === null) return !isSuccess;
      return hashes.letGo({ tradeId: key, hash: known, isProved: isSuccess || hashIsFixed === true });
    },
  };
}
