import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';

const RATES = 'The exchange rates come from CoinGecko, so the service must be able to reach CoinGecko.';

/** Example requests and possible errors of the routes of prices, for the page of API documentation. */
export const marketDataNotes: NotesByRoute = joinNotes(
  {
    'GET /currency/{code}': { errors: [gives('currency-not-found', 404, 'There is no exchange rate of the currency XAU.')] },
    'GET /market-data/price/{chainId}/{token}': {
      errors: [gives('price-unavailable', 503, 'There is no price of this token now (stale).')],
    },
  },
  notesOf(['GET /currency', 'GET /currency/{code}'], {
    first: RATES,
    errors: [gives('rates-unavailable', 503, 'Exchange rates of currencies are not available at the moment. Try again later.')],
  }),
  notesOf(['GET /market-data/price/{chainId}/{token}', 'GET /market-data/series/{chainId}/{token}'], {
    errors: [
      gives('token-not-found', 404, 'This token is not listed on this chain.'),
      gives('chain-not-found', 404, 'This service does not support a chain with this id.'),
    ],
  }),
);
