import type { SigningKeys } from '../../config/read-keys.ts';
import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import { examineRemoteSigner } from '../../market/chains/examine-remote-signer.ts';
import { defineModule } from '../../module/module.ts';
import { readIsSigner } from '../../platform/chain/contract-setup.ts';
import { createRelayerSigner } from '../../platform/chain/relayer/create-relayer-signer.ts';
import { relayerCalls } from '../../platform/chain/relayer/relayer-calls.ts';
import { createSigners, signerAddress, signingKeyOf } from '../../platform/chain/signer.ts';
import type { SigningKeyText } from '../../values/signing-key.ts';
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
        const text = signerKeyOf(signerKeys, chainId);
        if (text === undefined) return [await examineSigner(examined, null, readIsSigner)];
        const key = signingKeyOf(chainId, text);
        const address = signerAddress(key);
        const signer = createSigners([key], { token: examined.config.signerUrlToken }).of(chainId, address);
        return [await examineSigner(examined, address, readIsSigner), ...(await examineRemoteSigner(signer, 'relayer'))];
      },
    },
  ],
  start({ config, clock, ids }, { catalog, quotes }: { readonly catalog: Catalog; readonly quotes: QuoteParts }, { signerKeys, signAny }) {
    const signer = createRelayerSigner({
      brand: config.brand,
      keyOf: (chainId) => signerKeyOf(signerKeys, chainId),
      remote: { token: config.signerUrlToken },
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

/** The devnet uses its own key; the default key is intended for real chains. */
function signerKeyOf({ byChain, default: usual }: SigningKeys, chainId: number): SigningKeyText | undefined {
  return byChain[chainId] ?? (chainId === devnetChainId ? devnetAccounts.signer.privateKey : usual);
}
