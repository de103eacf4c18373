import { defineModule } from '../../module/module.ts';
import { createNetworks, NETWORKS, type Networks } from '../networks/create-networks.ts';
import { SEEDS } from '../seeds/insert-unseen-seeds.ts';
import { createTokens, TOKENS, type Tokens } from '../tokens/create-tokens.ts';
import { catalogSettings } from './settings.ts';

/** The module for the chains and tokens that are configured in this service. */
export type Catalog = { readonly networks: Networks; readonly tokens: Tokens };

export const catalog = defineModule({
  name: 'catalog',
  needs: {},
  actors: [],
  collections: [NETWORKS, TOKENS, SEEDS],
  settings: catalogSettings,
  async start({ records, clock }, _needs, settings) {
    const networks = createNetworks({ records, settings });
    const tokens = createTokens({ records, clock });
    await networks.seed();
    await tokens.seed();
    const gives: Catalog = { networks, tokens };
    return { gives };
  },
});
