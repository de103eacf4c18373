import { defineChain } from 'viem';

/** Anvil's chain for clients of viem. The one in `viem/chains` costs a tenth of a second, because all chains come with it. */
export const foundry = defineChain({
  id: 31_337,
  name: 'Foundry',
  nativeCurrency: { decimals: 18, name: 'Ether', symbol: 'ETH' },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
});
