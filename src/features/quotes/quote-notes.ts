import { gives, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';
import { callsNobodyOffers, proxyCalls } from './proxy-calls.ts';

const FIRST = 'Take the `id` of a quote from `GET /defi/quotes`; it is valid for some minutes.';
const CHAIN = gives('chain-not-found', 404, 'This service knows no chain with this id.');
const OF_BUILDS = [
  gives('invalid-quote-id', 400, 'Expected a quote id: the UUID in `id` of a quote.'),
  gives('wallet-required', 400, 'The quote was requested without a wallet, so this request must contain the parameter srcWalletAddress.'),
  gives('quote-expired', 410, 'This quote has expired (quotes are kept for 300 seconds) or never existed. Request new quotes.'),
  gives('quote-moved', 409, 'The price has changed by more than the slippage since the quote. Request new quotes.'),
  gives('aggregator-gone', 422, 'The provider of this quote is no longer available. Request new quotes.'),
];

/** Example requests and possible errors of the routes of quotes, for the page of API documentation. */
export const quoteNotes: NotesByRoute = {
  'GET /defi/quotes': {
    query: { srcWalletAddress: SAMPLE.wallet },
    errors: [CHAIN],
  },
  'GET /defi/swap/{id}': { first: FIRST, errors: OF_BUILDS },
};

const OF_PROVIDERS = [
  gives('provider-rejected', 400, 'The error message of the provider.'),
  gives('provider-unavailable', 502, 'The provider did not answer.'),
  gives('provider-off', 503, 'This provider is off, because this service has no API key for it.'),
];
const PART_MISSING = gives('invalid-input', 400, 'query.orderId: Expected orderId, of the form ^0x[0-9a-fA-F]{64}$.');
const routeOf = ({ method, route }: { readonly method: string; readonly route: string }) =>
  `${method} /defi${route.replaceAll(/:([a-zA-Z]+)/g, '{$1}')}`;

/** Example requests and possible errors of the routes that forward requests to providers, for the page of API documentation. */
export const providerNotes: NotesByRoute = {
  ...notesOf(proxyCalls.map(routeOf), {
    first: 'The service needs a key of the provider in its settings, and the request is what the provider documents.',
    errors: OF_PROVIDERS,
  }),
  ...notesOf(proxyCalls.filter(({ method, pathParts }) => method === 'GET' && pathParts !== undefined).map(routeOf), {
    ...{ first: 'The service needs a key of the provider in its settings, and the request is what the provider documents.' },
    errors: [PART_MISSING, ...OF_PROVIDERS],
  }),
  ...notesOf(proxyCalls.filter(({ method }) => method === 'POST').map(routeOf), {
    ...{ first: 'The service needs a key of the provider in its settings, and the body is what the provider documents.' },
    body: {},
    errors: OF_PROVIDERS,
  }),
  ...notesOf(callsNobodyOffers.map(routeOf), { errors: [gives('not-offered-by-provider', 501, 'The provider no longer offers this.')] }),
};
