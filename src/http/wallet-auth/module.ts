import type { OpenChains } from '../../market/chains/open-chains.ts';
import { defineModule } from '../../module/module.ts';
import { createVerifySignature } from '../../platform/chain/create-verify-signature.ts';
import { createWalletAuth, USED_SIGNATURES, type WalletAuth } from './create-wallet-auth.ts';

/** The module that identifies the wallet that signed a request. */
export const walletAuth = defineModule({
  name: 'walletAuth',
  needs: { chains: true },
  actors: [],
  collections: [USED_SIGNATURES],
  start({ config, records, clock }, { chains: { chains } }: { readonly chains: OpenChains }) {
    const gives: WalletAuth = createWalletAuth({ records, verifySignature: createVerifySignature({ chains }), clock, brand: config.brand });
    return { gives };
  },
});
