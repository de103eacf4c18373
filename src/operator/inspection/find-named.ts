import type { TransactionSearch } from '../../module/transaction-search.ts';
import type { NamedActors } from '../../runtime/operator/search-actors.ts';
import { anyTransactionHash } from '../../values/parse-transaction-hash.ts';

/**
 * Maximum number of actors of each type that are found by the hash of a transaction. A vault accepts at most this many orders in one batch.
 */
const MOST = 32;

export type FindNamed = (text: string | undefined) => Promise<NamedActors>;

/** Finds the actors that a search text means when the text is the complete hash of a transaction of any chain. */
export function createFindNamed(searches: readonly TransactionSearch[]): FindNamed {
  return async (text) => {
    const hash = anyTransactionHash(text?.trim() ?? '');
    if (hash === null) return { ids: [], isMore: false };
    const found = await Promise.all(
      searches.map(async ({ type, keysOf }) => (await keysOf(hash, MOST + 1)).map((key) => `${type}/${key}`)),
    );
    return { ids: found.flatMap((ids) => ids.slice(0, MOST)), isMore: found.some(({ length }) => length > MOST) };
  };
}
