import type { TransactionSearch } from '../../module/transaction-search.ts';
import type { FillRepository } from './fill-repository.ts';
import type { LinkRepository } from './link-repository.ts';

/**
 * Finds the positions whose orders a given transaction executed. It looks up the executed orders in their index, and each position's record
 * by the link between the record and the position on the chain.
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
