import type { ChainReading, DcaPositionContext } from '../../machines/dca-position/context.ts';

/**
 * Returns the key of the fact (external data for a tick) that contains a position's state in the vault; null while the record is linked to
 * no position.
 */
export function factKeyOf({ terms, link }: DcaPositionContext): string | null {
  return link === null ? null : `dca-position-on-chain/${terms.chainId}/${link.vault}/${terms.wallet}/${link.positionId}`;
}

/**
 * The facts about positions (their states in the vault) are produced by this service itself (`position-facts.ts`). So the shape of a fact
 * is checked only where a wrong shape could cause damage.
 */
export function readingOf(fact: unknown): ChainReading | null {
  return isReading(fact) ? fact : null;
}

function isReading(fact: unknown): fact is ChainReading {
  return typeof fact === 'object' && fact !== null && 'position' in fact && 'blockTimeSec' in fact && typeof fact.blockTimeSec === 'number';
}
