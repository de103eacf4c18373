import type { Catalog } from '../../market/catalog/module.ts';
import type { Market } from '../../market/prices/module.ts';
import { defineModule } from '../../module/module.ts';
import type { ProfitOf } from '../../values/inspection/outline.ts';
import type { Section } from '../../values/inspection/sections.ts';
import type { GivenAutopilot } from '../autopilot/module.ts';
import type { DcaGives } from '../dca/module.ts';
import { createProfit } from './create-profit.ts';
import { profitNotes } from './profit-notes.ts';
import { createProfitRoutes } from './profit-routes.ts';
import { profitSections } from './profit-sections.ts';
import { profitWords } from './profit-words.ts';
import { createReadAgents, createReadPositions } from './read-subjects.ts';

export type ProfitGives = {
  /**
   * Builds the inspector's sections with the profit and loss of a position or an agent, for operators. Before its first fill (executed
   * trade) there are none.
   */
  readonly sectionsOf: (record: ProfitOf) => Promise<readonly Section[]>;
};

/** The module for profit and loss of positions and agents, computed from their fills (executed trades). */
export const profit = defineModule({
  name: 'profit',
  needs: { autopilot: true, catalog: true, dca: true, market: true },
  actors: [],
  collections: [],
  tag: {
    name: 'Profit',
    description: 'Profit and loss of positions and agents, and their fills (executed trades) as CSV.',
    place: 80,
    words: [profitWords],
    notes: profitNotes,
  },
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
    const gives: ProfitGives = {
      async sectionsOf({ wallet, chainId, recordId }) {
        const { records } = await made.find(wallet, { chainId, recordId });
        return records.flatMap(profitSections);
      },
    };
    return { gives, routes: [createProfitRoutes({ profit: made, limits })] };
  },
});
