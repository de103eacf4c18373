import { vaultProviders } from '../../features/quotes/vault-providers.ts';
import type { Network } from '../../market/networks/network.ts';
import { type Address, isAddress } from '../../values/address.ts';

/**
 * A router contract that vaults may call (`target`) or give a token allowance (`spender`), and the exchanges and aggregators that use it.
 */
export type WantedRouter = {
  readonly address: Address;
  readonly isTarget: boolean;
  readonly isSpender: boolean;
  readonly of: readonly string[];
};

/**
 * Returns the routers of a chain that the service's routes may use: the routers of the Network record's exchanges, and the pinned contracts
 * of each aggregator whose trades are complete within the transaction.
 * @param v4Router our router for Uniswap v4; null when the chain has none
 */
export function wantedRouters({ id, contracts }: Pick<Network, 'id' | 'contracts'>, v4Router: Address | null): readonly WantedRouter[] {
  const exchanges: readonly (readonly [string, Address | null | undefined])[] = [
    ['uniswap_v3', contracts.uniswapV3?.swapRouter],
    ['uniswap_v2', contracts.uniswapV2?.router],
    ['uniswap_v4', v4Router ?? contracts.uniswapV4?.swapRouter],
  ];
  const found = new Map<Address, WantedRouter>();
  const add = (address: Address, role: 'isTarget' | 'isSpender', of: string) => {
    const known = found.get(address) ?? { address, isTarget: false, isSpender: false, of: [] };
    found.set(address, { ...known, [role]: true, of: [...new Set([...known.of, of])] });
  };
  for (const [name, router] of exchanges) {
    if (!isAddress(router)) continue;
    add(router, 'isTarget', name);
    add(router, 'isSpender', name);
  }
  for (const { name, targets, spenders } of vaultProviders(id)) {
    for (const address of targets) add(address, 'isTarget', name);
    for (const address of spenders) add(address, 'isSpender', name);
  }
  return [...found.values()];
}
