import { MOST_PROVED } from '../../http/strangers/bounds.ts';
import type { WalletAuth } from '../../http/wallet-auth/create-wallet-auth.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import { createReadAccountOwner } from '../../platform/chain/read-account-owner.ts';
import { createSmartAccounts, type IsOwnerOf, SMART_ACCOUNTS } from './create-smart-accounts.ts';
import { smartAccountNotes } from './smart-account-notes.ts';
import { createSmartAccountRoutes } from './smart-account-routes.ts';
import { smartAccountWords } from './smart-account-words.ts';

export const smartAccounts = defineModule({
  name: 'smartAccounts',
  needs: { chains: true, walletAuth: true },
  actors: [],
  collections: [SMART_ACCOUNTS],
  tag: {
    name: 'Smart accounts',
    description: 'The smart accounts that belong to a wallet.',
    place: 85,
    words: [smartAccountWords],
    notes: smartAccountNotes,
  },
  start({ records, clock }, { chains: { chains }, walletAuth }: { readonly chains: OpenChains; readonly walletAuth: WalletAuth }) {
    const readOwner = createReadAccountOwner({ chains });
    const isOwnerOf: IsOwnerOf = (chainId, account, owner) => readOwner(chainId, account, owner);
    return {
      gives: null,
      routes: [createSmartAccountRoutes({ accounts: createSmartAccounts({ records, clock, isOwnerOf }), auth: walletAuth })],
      strangers: { rows: [rowsOf(records, SMART_ACCOUNTS, MOST_PROVED)] },
    };
  },
});
