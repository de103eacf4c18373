import type { Network } from '../../market/networks/network.ts';
import type { ChainNames, ChainWord } from './parse-intent.ts';

/** Common names of the larger chains, in addition to the names in their records. */
const ALSO: Readonly<Record<number, readonly string[]>> = {
  1: ['ethereum', 'mainnet', 'eth'],
  10: ['optimism', 'op'],
  56: ['bsc', 'bnb', 'binance', 'bnb chain'],
  100: ['gnosis'],
  102: ['solana', 'sol'],
  137: ['polygon', 'matic', 'pol'],
  324: ['zksync'],
  8453: ['base'],
  31337: ['devnet'],
  42161: ['arbitrum', 'arb'],
  42220: ['celo'],
  43114: ['avalanche', 'avax'],
  59144: ['linea'],
  81457: ['blast'],
  534352: ['scroll'],
  728126428: ['tron'],
};

/** Maps each name of the shown chains to the chain. */
export function chainNamesOf(networks: readonly Pick<Network, 'id' | 'name' | 'show'>[]): ChainNames {
  const names = new Map<string, ChainWord>();
  for (const { id, name, show } of networks) {
    if (!show) continue;
    for (const called of [name.toLowerCase(), ...(ALSO[id] ?? [])]) if (!names.has(called)) names.set(called, { id, name });
  }
  return names;
}
