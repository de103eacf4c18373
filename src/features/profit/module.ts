import type { Catalog } from '../../market/catalog/module.ts';
import type { Market } from '../../market/prices/module.ts';
import { defineModule } from '../../module/module.ts';
import type { GivenAutopilot } from '../autopilot/module.ts';
import type { DcaGives } from '../dca/module.ts';
import { createProfit } from './create-profit.ts';
import { createProfitRoutes } from './profit-routes.ts';
import { createReadAgents, createReadPositions } from './read-subjects.ts';

/** The module for profit and loss of positions and agents, computed from their fills. */
export const profit = defineModule({
  name: 'profit',
  needs: { autopilot: true, catalog: true, dca: true, market: true },
  actors: [],
  collections: [],
  tag: { name: 'profit', description: 'Profit and loss of positions and agents, and their fills as CSV.' },
  start(
    { clock, limits },
    needs: { readonly autopilot: GivenAutopilot; readonly catalog: Catalog; readonly dca: DcaGives; readonly market: Market },
  ) {
    const { autopilot, dca } = needs;
    const made = createProfit({
      read: [
        createReadPositions({ fillsOf: dca.fillsOf, recordsOf: async (wallet) => await dca.list(wallet, 'all') }),
        createReadAgents({ agentsOf: autopilot.list, filledOf: autopilot.filledOf }),
      ],
      tokens: needs.catalog.tokens,
      prices: needs.market.prices,
      clock,
    });
    return { gives: null, routes: [createProfitRoutes({ profit: made, limits })] };
  },
});
