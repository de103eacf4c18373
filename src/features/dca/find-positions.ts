import type { TransactionSearch } from '../../module/transaction-search.ts';
import type { FillRepository } from './fill-repository.ts';
import type { LinkRepository } from './link-repository.ts';

/**
 * Finds the positions of which a transaction executed orders: the executed orders by their index, and the positions' records by their
 * links.
 */
export function createFindPositions(deps: {
  readonly fills: Pick<FillRepository, 'ofTransaction'>;
  readonly links: Pick<LinkRepository, 'findAll'>;
}): TransactionSearch['keysOf'] {
  return async (hash, most) => {
    const links = await deps.links.findAll(await deps.fills.ofTransaction(hash, most));
    return [...new Set(links.map(({ recordId }) => recordId))];
  };
}
