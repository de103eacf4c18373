import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import { defineModule } from '../../module/module.ts';
import { createRelayerSigner } from '../../platform/chain/relayer/create-relayer-signer.ts';
import { relayerCalls } from '../../platform/chain/relayer/relayer-calls.ts';
import type { QuoteParts } from '../quotes/module.ts';
import { createRelayer, type Relayer } from './create-relayer.ts';
import { createRelayerRoutes } from './relayer-routes.ts';
import { relayerSettings } from './settings.ts';

/** The relayer module: signs transactions that the quotes module has built. */
export const relayer = defineModule({
  name: 'relayer',
  needs: { catalog: true, quotes: true },
  actors: [],
  collections: [],
  settings: relayerSettings,
  start({ config, clock, ids }, { catalog, quotes }: { readonly catalog: Catalog; readonly quotes: QuoteParts }, { signerKeys, signAny }) {
    const { byChain, default: usual } = signerKeys;
    const signer = createRelayerSigner({
      brand: config.brand,
      // The devnet uses its own key; the default key is meant for real chains.
      keyOf: (chainId) => byChain[chainId] ?? (chainId === devnetChainId ? devnetAccounts.signer.privateKey : usual),
    });
    const gives: Relayer = createRelayer({
      networks: catalog.networks,
      signer,
      calls: relayerCalls,
      findBuilt: quotes.built.find,
      buildOfQuote: quotes.buildOf,
      ...{ clock, ids, signsAny: signAny },
    });
    return { gives, routes: [createRelayerRoutes({ relayer: gives })] };
  },
});
