import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';

/** Example requests and possible errors of the routes of the relayer, for the page of API documentation. */
export const relayerNotes: NotesByRoute = joinNotes(
  {
    'GET /defi/relayer/tx/data': { first: 'Take the `id` of a quote from `GET /defi/quotes`; it is valid for some minutes.' },
    'POST /defi/sign': {
      first: 'Use the `metaTx` from the reply of `GET /defi/swap/{id}`.',
      errors: [
        gives('invalid-calldata', 400, 'Expected calldata: 0x and an even number of hex digits.'),
        gives('unknown-transaction', 422, 'Only transactions that this service built are sent; this is not one of them.'),
        gives('invalid-deadline', 422, 'The deadline has passed, or is more than an hour in the future.'),
        gives('transaction-mismatch', 422, 'The transaction differs from the quoted one in `amountOutMin`.'),
      ],
    },
  },
  notesOf(['GET /defi/relayer/tx/data'], {
    errors: [
      gives('invalid-quote-id', 400, 'Expected a quote id: the UUID in `id` of a quote.'),
      gives('quote-expired', 410, 'This quote has expired (quotes are kept for 300 seconds) or never existed. Request new quotes.'),
      gives('not-relayed', 422, 'This trade does not go through the relayer.'),
    ],
  }),
  notesOf(['GET /defi/relayer/tx/data', 'POST /defi/sign'], { errors: [gives('no-relayer', 422, 'There is no relayer on this chain.')] }),
);
