import type { Catalog } from '../../market/catalog/module.ts';
import type { PriceHistory } from '../../market/price-series/module.ts';
import type { Market } from '../../market/prices/module.ts';
import { defineModule } from '../../module/module.ts';
import { createCurrencyRoutes } from './currency-routes.ts';
import { marketDataNotes } from './market-data-notes.ts';
import { createMarketDataRoutes } from './market-data-routes.ts';
import { marketDataWords } from './market-data-words.ts';

/** The module for token prices and exchange rates, for clients. */
export const marketData = defineModule({
  name: 'marketData',
  needs: { catalog: true, market: true, priceHistory: true },
  actors: [],
  collections: [],
  tag: {
    name: 'Prices',
    description: 'Current and recorded prices of tokens, and exchange rates of currencies.',
    place: 12,
    words: [marketDataWords],
    notes: marketDataNotes,
  },
  start({ clock }, needs: { readonly catalog: Catalog; readonly market: Market; readonly priceHistory: PriceHistory }) {
    const { market, catalog, priceHistory } = needs;
    return {
      gives: null,
      routes: [
        createCurrencyRoutes({ fiatRates: market.fiatRates }),
        createMarketDataRoutes({ tokens: catalog.tokens, prices: market.prices, series: priceHistory.series, clock }),
      ],
    };
  },
});
