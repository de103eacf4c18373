import type { QuoteKind } from './provider.ts';

/** The provider that is used when a client requests anonymous mode. */
export const PRIVATE_AGGREGATOR = 'changenow';

const BRIDGE_ORIENTED = ['across', 'debridge', 'squid'];
const SAME_CHAIN_ONLY = ['uniswap-v2', 'uniswap-v3', 'uniswap-v4', 'cow'];
const POORLY_PRICED_ON: Readonly<Record<number, readonly string[]>> = { 137: ['openocean'] };

/**
 * Returns the providers that are excluded when a request contains no list of exclusions (API specification, "Quote stream" 3; domain
 * decisions, "Quotes").
 */
export function defaultExclusions(kind: QuoteKind, fromChainId: number): readonly string[] {
  return kind === 'swap' ? [...BRIDGE_ORIENTED, ...(POORLY_PRICED_ON[fromChainId] ?? [])] : SAME_CHAIN_ONLY;
}
