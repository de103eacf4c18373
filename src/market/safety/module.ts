import { defineModule } from '../../module/module.ts';
import { createTokenProbe } from '../../platform/chain/token-probe/create-token-probe.ts';
import { createUniswapV3 } from '../../platform/chain/uniswap-v3/create-uniswap-v3.ts';
import type { Catalog } from '../catalog/module.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import { createTokenSafety } from './create-token-safety.ts';
import { createGoplusSource } from './goplus-source.ts';
import { tokenSafetySettings } from './settings.ts';
import { createSimulatedTradeSource } from './simulated-trade-source.ts';
import type { TokenSafety } from './token-safety.ts';

/** The module that scores how safe tokens are to trade, based on providers and on simulated trades. */
export const tokenSafety = defineModule({
  name: 'tokenSafety',
  needs: { catalog: true, chains: true },
  actors: [],
  collections: [],
  settings: tokenSafetySettings,
  start({ cache, clock, log }, needs: { readonly catalog: Catalog; readonly chains: OpenChains }, { goplusUrl }) {
    const { chains } = needs.chains;
    const gives: TokenSafety = createTokenSafety({
      sources: [
        createGoplusSource({ baseUrl: goplusUrl, fetch, clock }),
        createSimulatedTradeSource({ uniswapV3: createUniswapV3({ chains }), probe: createTokenProbe({ chains }), ...needs.catalog }),
      ],
      ...{ cache, clock, log },
    });
    return { gives };
  },
});
