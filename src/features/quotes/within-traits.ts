import type { ProviderTraits, QuoteRequest } from './provider.ts';

/** Whether a provider supports the trade's kind (swap or bridge) and the chains of a quote request. */
export function isWithinTraits({ kinds, chains }: ProviderTraits, { kind, from, to }: QuoteRequest): boolean {
  if (!kinds.includes(kind)) return false;
  if (kind === 'swap' && from.chainId !== to.chainId) return false;
  return chains === 'evm-with-contracts' || (chains.includes(from.chainId) && chains.includes(to.chainId));
}
