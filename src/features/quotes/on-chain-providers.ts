import type { Networks } from '../../market/networks/create-networks.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import { createUniswapV2 } from '../../platform/chain/uniswap-v2/create-uniswap-v2.ts';
import { createUniswapV3 } from '../../platform/chain/uniswap-v3/create-uniswap-v3.ts';
import { createUniswapV4 } from '../../platform/chain/uniswap-v4/create-uniswap-v4.ts';
import type { Clock } from '../../values/clock.ts';
import { createUniswapV2Provider } from './providers/uniswap-v2.ts';
import { createUniswapV3Provider } from './providers/uniswap-v3.ts';
import { createUniswapV4Provider } from './providers/uniswap-v4.ts';
import type { RegisteredProvider } from './registry.ts';

/** Creates the quote providers that read the contracts of exchanges on chain. They are always turned on, because they need no key. */
export function onChainProviders(deps: {
  readonly chains: Chains;
  readonly networks: Networks;
  readonly clock: Clock;
}): readonly RegisteredProvider[] {
  const { chains, networks, clock } = deps;
  const providers = [
    createUniswapV2Provider({ uniswapV2: createUniswapV2({ chains }), networks, clock }),
    createUniswapV3Provider({ uniswapV3: createUniswapV3({ chains }), networks, clock }),
    createUniswapV4Provider({ uniswapV4: createUniswapV4({ chains }), networks, clock }),
  ];
  return providers.map((provider) => ({
    traits: provider.traits,
    isRegistered: true,
    proxySlug: null,
    provider,
    http: null,
    offBecause: null,
  }));
}
