import { defineChain } from 'viem';

/**
 * Definition of Anvil's chain for clients of viem. Importing it from `viem/chains` takes a tenth of a second, because that loads the
 * definitions of all chains.
 */
export const foundry = defineChain({
  id: 31_337,
  name: 'Foundry',
  nativeCurrency: { decimals: 18, name: 'Ether', symbol: 'ETH' },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
});
