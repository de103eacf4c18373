import { type ApiTag, tagged } from '../../../http/docs/api-tags.ts';
import { defineModule } from '../../../module/module.ts';
import type { Relayer } from '../../relayer/create-relayer.ts';
import type { QuoteParts } from '../module.ts';
import { providerWords } from '../provider-words.ts';
import { providerNotes, quoteNotes } from '../quote-notes.ts';
import { quoteWords } from '../quote-words.ts';
import { createProxyRoutes } from './proxy-routes.ts';
import { createQuoteRoutes } from './quote-routes.ts';

const QUOTES: ApiTag = {
  ...{ name: 'Quotes', description: 'Quotes of all providers, and transactions built from these quotes.' },
  ...{ place: 20, words: [quoteWords], notes: quoteNotes },
};
const PROVIDERS: ApiTag = {
  ...{ name: 'Providers', description: "A provider's own API, with the key of this service: requests and replies pass unchanged." },
  ...{ place: 200, words: [providerWords, quoteWords], notes: providerNotes },
};

/** The module for the routes of quotes and builds, including the relayer's data for a build. */
export const quoteApi = defineModule({
  name: 'quoteApi',
  needs: { quotes: true, relayer: true },
  actors: [],
  collections: [],
  tag: QUOTES,
  start({ limits, log }, { quotes: parts, relayer }: { readonly quotes: QuoteParts; readonly relayer: Relayer }) {
    const { quotes, builds, providers, proxy } = parts;
    const { metaTransactionOf } = relayer;
    return {
      gives: null,
      routes: [
        createQuoteRoutes({ quotes, builds, providers, metaTransactionOf, limits, log }),
        ...tagged(PROVIDERS, [createProxyRoutes({ proxy, limits })]),
      ],
    };
  },
});
