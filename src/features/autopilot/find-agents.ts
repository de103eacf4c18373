import type { TransactionSearch } from '../../module/transaction-search.ts';
import type { TradeRepository } from './trade-repository.ts';

/** Finds the agents whose trades ended in a transaction. */
export function createFindAgents(trades: Pick<TradeRepository, 'ofTransaction'>): TransactionSearch['keysOf'] {
  return async (hash, most) => {
    const ended = await trades.ofTransaction(hash, most);
    return [...new Set(ended.map(({ recordId }) => recordId))];
  };
}
