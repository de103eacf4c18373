import { isNative } from '../../values/native.ts';
import { priorityRank } from './priority-ladder.ts';
import type { Token } from './token.ts';

/** A rank that is given, or taken the place of: `from` is null where there was none. */
export type OrderChange = { readonly address: string; readonly symbol: string; readonly from: number | null; readonly to: number };

/** On the ladder, and not on the list for this chain: its rank is an operator's to set. `rank` is what the ladder would give. */
export type SetByHand = { readonly address: string; readonly symbol: string; readonly rank: number; readonly order: number | null };

export type TokenOrderPlan = {
  /** In the order in which they will stand. */
  readonly changes: readonly OrderChange[];
  readonly byHand: readonly SetByHand[];
  /** Tokens that have the rank that the rules give them, and those that no rule speaks of, which keep what they have. */
  readonly unchanged: number;
};

/**
 * What the rules say about one chain's tokens (interface document, "Token ordering rules", 3 to 6): native is 0; a token whose address is on
 * the curated list and whose symbol is on the ladder gets its place there; all others keep what they have, so no rank is ever cleared.
 * @param curated addresses in lowercase
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
