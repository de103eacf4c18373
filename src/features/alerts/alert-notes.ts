import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const FIRST = 'Create an alert with `POST /v1/alerts` and take its `id`.';

/** Example requests and possible errors of the routes of alerts, for the page of API documentation. */
export const alertNotes: NotesByRoute = joinNotes(
  {
    'POST /v1/alerts': {
      body: { chainId: SAMPLE.chainId, token: SAMPLE.weth, condition: 'above', price: '3500' },
      errors: [
        gives('wrong-price', 400, 'The price must be above 0, and $0 is not.'),
        gives('wrong-percent', 400, 'A change must be above 0 and at most 10000 percent, and 0 is not.'),
        gives('wrong-end', 400, 'The end of an alert must be at least one minute and at most 180 days from now.'),
        gives('same-token', 400, 'The order would spend and receive the same token, USDC. Name two different tokens.'),
        gives('amount-too-small', 400, 'The amount is less than the smallest unit of the token.'),
        gives('token-not-found', 404, 'The token is not listed on this chain.'),
        gives('chain-not-found', 404, 'This service does not support a chain with this id.'),
        gives('already-reached', 409, 'The price has already reached this value. Choose a price that is not reached yet.'),
        gives(
          'chain-not-evm',
          422,
          'Limit orders are possible for tokens of EVM chains only, because the signed-in wallet is an EVM wallet.',
        ),
        gives(
          'too-many-alerts',
          429,
          'The wallet already has the maximum number of waiting alerts. Cancel an alert before you create another one.',
        ),
        gives(
          'too-many-tokens-watched',
          429,
          'The alerts of this service already watch the maximum number of tokens. Choose a token that is already watched, or try again later.',
        ),
        gives('price-unavailable', 503, 'There is no price of this token now. Try again later.'),
      ],
    },
    'DELETE /v1/alerts/{id}': { errors: [gives('alert-not-waiting', 409, 'This alert has already fired, so it cannot be cancelled.')] },
  },
  notesOf(['GET /v1/alerts/{id}', 'DELETE /v1/alerts/{id}'], {
    ...{ first: FIRST, errors: [gives('alert-not-found', 404, 'The wallet has no alert with this id.')] },
  }),
);
