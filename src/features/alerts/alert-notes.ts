import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const FIRST = 'Create an alert with `POST /v1/alerts` and take its `id`.';

/** Examples and errors of the routes of alerts, for the API page. */
export const alertNotes: NotesByRoute = joinNotes(
  {
    'POST /v1/alerts': {
      body: { chainId: SAMPLE.chainId, token: SAMPLE.weth, condition: 'above', price: '3500' },
      errors: [
        gives('wrong-price', 400, 'The price must be above 0, and $0 is not.'),
        gives('wrong-percent', 400, 'The change must be above 0 percent.'),
        gives('wrong-end', 400, 'An alert ends at least one minute and at most 180 days from now.'),
        gives('same-token', 400, 'A limit order must buy another token than the one that it spends.'),
        gives('amount-too-small', 400, 'The amount is smaller than one base unit of the token.'),
        gives('token-not-found', 404, 'The token is not listed on this chain.'),
        gives('chain-not-found', 404, 'This service knows no chain with this id.'),
        gives('already-reached', 409, 'The price has this value already, so the alert would fire at once.'),
        gives('chain-not-evm', 422, 'Limit orders are possible on EVM chains only.'),
        gives('too-many-alerts', 429, 'The wallet has as many open alerts as this service keeps for one wallet.'),
        gives('too-many-tokens-watched', 429, 'The service watches as many tokens as it can.'),
        gives('price-unavailable', 503, 'There is no price of this token now. Try again later.'),
      ],
    },
    'DELETE /v1/alerts/{id}': { errors: [gives('alert-not-waiting', 409, 'This alert has fired.')] },
  },
  notesOf(['GET /v1/alerts/{id}', 'DELETE /v1/alerts/{id}'], {
    ...{ first: FIRST, errors: [gives('alert-not-found', 404, 'The wallet has no alert with this id.')] },
  }),
);
