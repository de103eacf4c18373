import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { Gas } from '../../market/gas/module.ts';
import { defineModule } from '../../module/module.ts';
import { createTreasury } from './create-treasury.ts';
import { createTreasuryRoutes } from './treasury-routes.ts';

/** What the executors hold and spend, for operators. */
export const treasury = defineModule({
  name: 'treasury',
  needs: { catalog: true, chains: true, gas: true },
  actors: [],
  collections: [],
  tag: { name: 'treasury', description: 'What executors hold and spend; for operators.' },
  start({ clock, operators }, needs: { readonly catalog: Catalog; readonly chains: OpenChains; readonly gas: Gas }) {
    const made = createTreasury({ networks: needs.catalog.networks, chains: needs.chains, gas: needs.gas, clock });
    return { gives: null, routes: [createTreasuryRoutes({ treasury: made, auth: operators })] };
  },
});
