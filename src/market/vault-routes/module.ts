import type { QuoteParts } from '../../features/quotes/module.ts';
import { defineModule } from '../../module/module.ts';
import { createVaultRouters } from '../../platform/chain/vault-routers/create-vault-routers.ts';
import type { Catalog } from '../catalog/module.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import type { Gas } from '../gas/module.ts';
import type { Market } from '../prices/module.ts';
import type { OutputGuard } from '../routes/create-output-guard.ts';
import { createAllowedRouters } from './allowed-routers.ts';
import { type BestRoute, createBestRoute, type MoreRoutes } from './create-best-route.ts';
import { createGasInOutput } from './gas-in-output.ts';
import { createGatherOffers } from './gather-offers.ts';
import { countRoutes, ROUTE_METRICS } from './route-metrics.ts';
import { createSharedChoices } from './shared-choices.ts';
import { createSourceScores } from './source-scores.ts';

/** The module that finds routes for orders and trades of vaults, from every source that delivers the output within the transaction. */
export type VaultRoutes = {
  /** Finds routes for trades of vaults, whose output is compared with the pools' average price. */
  readonly best: BestRoute;
  /**
   * Creates a function that finds routes for trades of vaults, whose output is checked with `guard` instead of the pools' average price.
   */
  readonly bestHeldBy: (guard: OutputGuard) => BestRoute;
  /** Pauses a source of routes after a trade on one of its routes failed on chain, although the route had passed the simulation. */
  readonly onRouteFailed: (chainId: number, source: string) => void;
};

type Needs = {
  readonly catalog: Catalog;
  readonly chains: OpenChains;
  readonly gas: Gas;
  readonly market: Market;
  readonly quotes: Pick<QuoteParts, 'offerSources'>;
};

export const vaultRoutes = defineModule({
  name: 'vaultRoutes',
  needs: { catalog: true, chains: true, gas: true, market: true, quotes: true },
  actors: [],
  collections: [],
  metrics: Object.values(ROUTE_METRICS),
  start({ clock, log, metrics }, { catalog: { tokens }, chains: { chains }, gas, market, quotes }: Needs) {
    const { prices, guard, routes, routesHeldBy, bounds } = market;
    const scores = createSourceScores({ clock });
    const more: MoreRoutes = {
      gatherOffers: createGatherOffers({
        sources: quotes.offerSources,
        allowed: createAllowedRouters({ vaultRouters: createVaultRouters({ chainOf: chains.of }), clock }),
        ...{ scores, choices: createSharedChoices({ clock }) },
      }),
      gasInOutput: createGasInOutput({ gasPrices: gas.prices, tokens, prices }),
      ...{ scores, count: countRoutes(metrics), log },
    };
    const { minOutputSlippageBps } = bounds;
    const gives: VaultRoutes = {
      best: createBestRoute({ routes, guard, minOutputSlippageBps, more }),
      bestHeldBy: (heldBy) => createBestRoute({ routes: routesHeldBy(heldBy), guard: heldBy, minOutputSlippageBps, more }),
      onRouteFailed: (chainId, source) => scores.failedOnChain(source, chainId),
    };
    return { gives };
  },
});
