import { defineChain } from 'viem';

/** Anvil's chain for clients of viem. Importing the one in `viem/chains` takes a tenth of a second, because it loads all chains. */
export const foundry = defineChain({
  id: 31_337,
  name: 'Foundry',
  nativeCurrency: { decimals: 18, name: 'Ether', symbol: 'ETH' },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
});
