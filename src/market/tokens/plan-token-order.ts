import type { ChainAddress } from '../../values/address.ts';
import { isNative } from '../../values/native.ts';
import { priorityRank } from './priority-ladder.ts';
import type { Token } from './token.ts';

/** A change of a token's rank; `from` is null when the token had no rank. */
export type OrderChange = { readonly address: ChainAddress; readonly symbol: string; readonly from: number | null; readonly to: number };

/**
 * A token whose symbol is on the priority ladder (a fixed list of ranks by symbol), but whose address is not on the curated list of genuine
 * tokens of its chain. The token may imitate the symbol of another one, so only an operator can give it the rank `rank`.
 */
export type SetByHand = { readonly address: ChainAddress; readonly symbol: string; readonly rank: number; readonly order: number | null };

export type TokenOrderPlan = {
  /** The planned changes of ranks, in the final order of the tokens. */
  readonly changes: readonly OrderChange[];
  readonly byHand: readonly SetByHand[];
  /** Number of tokens that already have the rank required by the ordering rules, or to which no rule applies. */
  readonly unchanged: number;
};

/**
 * Applies the ordering rules to the tokens of one chain (API specification, "Token ordering rules", 3 to 6). The native asset gets rank 0.
 * A token whose address is on the curated list (a third party's list of genuine tokens) and whose symbol is on the priority ladder (a fixed
 * list of ranks by symbol) gets the rank of its symbol. All other tokens keep their rank, so no rank is ever removed.
 * @param curated addresses of the curated list in lowercase
 */
export function planTokenOrder(tokens: readonly Token[], curated: ReadonlySet<string>): TokenOrderPlan {
  const changes: OrderChange[] = [];
  const byHand: SetByHand[] = [];
  let unchanged = 0;
  for (const { address, symbol, order = null } of tokens) {
    const rank = isNative(address) ? 0 : priorityRank(symbol);
    if (rank !== null && rank !== 0 && !curated.has(address.toLowerCase())) byHand.push({ address, symbol, rank, order });
    else if (rank === null || rank === order) unchanged += 1;
    else changes.push({ address, symbol, from: order, to: rank });
  }
  return { changes: changes.sort((a, b) => a.to - b.to), byHand: byHand.sort((a, b) => a.rank - b.rank), unchanged };
}
