import type { ChainReading, DcaPositionContext } from '../../machines/dca-position/context.ts';

/** Returns the key of the fact that contains a position's state in the vault; null while the record is linked to no position. */
export function factKeyOf({ terms, link }: DcaPositionContext): string | null {
  return link === null ? null : `dca-position-on-chain/${terms.chainId}/${link.vault}/${terms.wallet}/${link.positionId}`;
}

/**
 * This service itself produces the facts about positions (`position-facts.ts`). So their shape is checked only where a wrong shape could
 * cause damage.
 */
export function readingOf(fact: unknown): ChainReading | null {
  return isReading(fact) ? fact : null;
}

function isReading(fact: unknown): fact is ChainReading {
  return typeof fact === 'object' && fact !== null && 'position' in fact && 'blockTimeSec' in fact && typeof fact.blockTimeSec === 'number';
}
