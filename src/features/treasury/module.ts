import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { Market } from '../../market/prices/module.ts';
import { defineModule } from '../../module/module.ts';
import { createTreasury } from './create-treasury.ts';
import { createTreasuryRoutes } from './treasury-routes.ts';
import { treasuryWords } from './treasury-words.ts';

type Needs = {
  readonly catalog: Catalog;
  readonly chains: OpenChains;
  readonly earnedFees: FeeSums;
  readonly gas: Gas;
  readonly market: Market;
};

/** The module for the executors' balances and costs, and the vaults' fees, for operators. */
export const treasury = defineModule({
  name: 'treasury',
  needs: { catalog: true, chains: true, earnedFees: true, gas: true, market: true },
  actors: [],
  collections: [],
  tag: {
    name: 'Treasury',
    description: 'Balances and gas costs of executors, and fees earned by vaults; for operators.',
    place: 120,
    words: [treasuryWords],
  },
  start({ clock, operators }, needs: Needs) {
    const made = createTreasury({
      ...{ ...needs.catalog, chains: needs.chains, gas: needs.gas, clock },
      ...{ earned: needs.earnedFees, prices: needs.market.prices },
    });
    return { gives: null, routes: [createTreasuryRoutes({ treasury: made, auth: operators })] };
  },
});
