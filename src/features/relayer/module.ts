import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import { defineModule } from '../../module/module.ts';
import { createRelayerSigner } from '../../platform/chain/relayer/create-relayer-signer.ts';
import { relayerCalls } from '../../platform/chain/relayer/relayer-calls.ts';
import { signerAddress } from '../../platform/chain/signer.ts';
import type { QuoteParts } from '../quotes/module.ts';
import { createRelayer, type Relayer } from './create-relayer.ts';
import { examineSigner } from './examine-signer.ts';
import { createRelayerRoutes } from './relayer-routes.ts';
import { relayerSettings } from './settings.ts';

/** The relayer module: signs transactions that the quotes module has built. */
export const relayer = defineModule({
  name: 'relayer',
  needs: { catalog: true, quotes: true },
  actors: [],
  collections: [],
  tag: { name: 'relayer', description: 'Transactions that the relayer signs for users.' },
  settings: relayerSettings,
  examinations: [
    {
      of: 'chain',
      async examine(examined, { signerKeys }) {
        const { chainId } = examined.chain;
        const privateKey = signerKeys.byChain[chainId] ?? signerKeys.default;
        return privateKey === undefined ? [] : [await examineSigner(examined, signerAddress({ chainId, privateKey }))];
      },
    },
  ],
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
