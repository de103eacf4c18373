import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { DayCounts } from '../../market/day-sums/module.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { Market } from '../../market/prices/module.ts';
import { defineModule } from '../../module/module.ts';
import type { ReadDay } from '../../values/inspection/today.ts';
import type { GivenTrades } from '../trades/module.ts';
import { createToday } from './create-today.ts';

export type TodayGives = { readonly read: ReadDay };

/** The module for the figures of the current day: orders, executed trades, volume and failures. */
export const today = defineModule({
  name: 'today',
  needs: { catalog: true, chains: true, dayCounts: true, gas: true, market: true, trades: true },
  actors: [],
  collections: [],
  start(
    { clock },
    needs: {
      readonly catalog: Catalog;
      readonly chains: OpenChains;
      readonly dayCounts: DayCounts;
      readonly gas: Gas;
      readonly market: Market;
      readonly trades: GivenTrades;
    },
  ) {
    const { catalog, chains, dayCounts, gas, market, trades } = needs;
    const gives: TodayGives = {
      read: createToday({
        ...{ tokens: catalog.tokens, prices: market.prices, chains: chains.chains, dayCounts, gas, clock },
        tradesEndedSince: trades.endedSince,
      }),
    };
    return { gives };
  },
});
