import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import type { Market } from '../../market/prices/module.ts';
import { defineModule } from '../../module/module.ts';
import { balanceNotes } from './balance-notes.ts';
import { createBalanceRoutes } from './balance-routes.ts';
import { balanceWords } from './balance-words.ts';
import { type Balances, createBalances } from './create-balances.ts';
import { createFees } from './create-fees.ts';
import { createFeesRoutes } from './fees-routes.ts';

/** The module for balances of wallets and relayers, read from the chains and converted to dollars. */
export const balances = defineModule({
  name: 'balances',
  needs: { catalog: true, chains: true, earnedFees: true, market: true },
  actors: [],
  collections: [],
  tag: {
    name: 'Balances',
    description: 'Balances of wallets and of relayer contracts.',
    place: 15,
    words: [balanceWords],
    notes: balanceNotes,
  },
  start(
    platform,
    needs: { readonly catalog: Catalog; readonly chains: OpenChains; readonly earnedFees: FeeSums; readonly market: Market },
  ) {
    const { cache, clock, log, limits } = platform;
    const deps = {
      ...needs.catalog,
      chains: needs.chains.chains,
      prices: needs.market.prices,
      earned: needs.earnedFees,
      cache,
      clock,
      log,
    };
    const gives: Balances = createBalances(deps);
    return {
      gives,
      routes: [createBalanceRoutes({ balances: gives, limits }), createFeesRoutes({ fees: createFees(deps), limits })],
    };
  },
});
