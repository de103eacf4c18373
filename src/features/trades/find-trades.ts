import type { TransactionSearch } from '../../module/transaction-search.ts';
import type { HashRepository } from './hash-repository.ts';
import type { TradeActors } from './trade-actors.ts';

/** Finds the trade record that holds a transaction's hash. Further records with the same hash are not found. */
export function createFindTrades(deps: {
  readonly hashes: Pick<HashRepository, 'holderOf'>;
  readonly trades: Pick<TradeActors, 'read'>;
}): TransactionSearch['keysOf'] {
  return async (hash) => {
    const held = await deps.hashes.holderOf(hash);
    // If the record shows another hash by now, the entry of this hash is outdated.
    const found = held === null ? null : await deps.trades.read(held.tradeId);
    return found === null || found.hash !== hash ? [] : [found.terms.tradeId];
  };
}
