import type { Address } from '../../values/address.ts';
import { deliversInside } from './delivers-inside.ts';
import type { PinnedContracts } from './provider.ts';
import { httpProviders } from './registry.ts';

/** An aggregator whose swaps vaults can use on a chain, and the contracts that its swaps call and approve on that chain. */
export type VaultProvider = { readonly name: string; readonly targets: readonly Address[]; readonly spenders: readonly Address[] };

/** Returns the aggregators of a chain whose swaps are completed within one transaction, as vaults require. */
export function vaultProviders(chainId: number): readonly VaultProvider[] {
  return httpProviders.flatMap(({ isRegistered, traits }) => {
    const { name, chains, targets, spenders } = traits;
    const isServed = chains === 'evm-with-contracts' || chains.includes(chainId);
    if (!isRegistered || !isServed || !deliversInside(traits)) return [];
    const found = { name, targets: contractsOn(chainId, targets), spenders: contractsOn(chainId, spenders) };
    return found.targets.length === 0 || found.spenders.length === 0 ? [] : [found];
  });
}

function contractsOn(chainId: number, pinned: PinnedContracts | null): readonly Address[] {
  return pinned === null ? [] : (pinned.byChain?.[chainId] ?? pinned.everywhere);
}
