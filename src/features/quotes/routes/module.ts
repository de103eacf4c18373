import { defineModule } from '../../../module/module.ts';
import type { Relayer } from '../../relayer/create-relayer.ts';
import type { QuoteParts } from '../module.ts';
import { createProxyRoutes } from './proxy-routes.ts';
import { createQuoteRoutes } from './quote-routes.ts';

/** The module for the routes of quotes and builds, including the relayer's data for a build. */
export const quoteApi = defineModule({
  name: 'quoteApi',
  needs: { quotes: true, relayer: true },
  actors: [],
  collections: [],
  tag: { name: 'quotes', description: 'Quotes of all providers, and transactions built from these quotes.' },
  start({ limits, log }, { quotes: parts, relayer }: { readonly quotes: QuoteParts; readonly relayer: Relayer }) {
    const { quotes, builds, providers, proxy } = parts;
    const { metaTransactionOf } = relayer;
    return {
      gives: null,
      routes: [createQuoteRoutes({ quotes, builds, providers, metaTransactionOf, limits, log }), createProxyRoutes({ proxy, limits })],
    };
  },
});
