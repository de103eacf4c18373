import { entitiesOf, type Reading } from '../entities/reading.ts';
import { roleAfter, roleBefore } from './mentions.ts';

export type ChainSlots = { readonly fromChainId?: number; readonly toChainId?: number };

/**
 * Returns the chains of a trade. Two chains are the source and the target in the order of the message, unless prepositions show another
 * order. When the message names a single chain, it is both source and target, unless the message asks for a bridge to it.
 */
export function tradeChains(reading: Reading, isBridge: boolean): ChainSlots {
  const chains = entitiesOf(reading, 'chain')
    .filter(({ id }) => id !== null)
    .map((chain) => ({ id: chain.id ?? 0, role: roleAfter(reading, chain.to) ?? roleBefore(reading, chain.from) }));
  const [first, second] = chains;
  if (first === undefined) return {};
  if (second === undefined) {
    if (first.role === 'from') return { fromChainId: first.id };
    const isTarget = first.role === 'to' || (isBridge && first.role !== 'on' && first.role !== 'in');
    if (isTarget) return { toChainId: first.id };
    return isBridge ? { fromChainId: first.id } : { fromChainId: first.id, toChainId: first.id };
  }
  const isTurned = first.role === 'to' && second.role !== 'to';
  return isTurned ? { fromChainId: second.id, toChainId: first.id } : { fromChainId: first.id, toChainId: second.id };
}

/** Returns the id of the first supported chain that a message names; undefined when the message names none. */
export function oneChain(reading: Reading): number | undefined {
  return entitiesOf(reading, 'chain').find(({ id }) => id !== null)?.id ?? undefined;
}
