import { gives, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const errors = [
  gives('chain-not-found', 404, 'This service knows no chain with this id.'),
  gives('too-many-balance-reads', 503, 'The service is reading as many balances as it can. Try again in a second.'),
];

/** Example requests and possible errors of the routes that return a wallet's balances, for the page of API documentation. */
export const balanceNotes: NotesByRoute = {
  ...notesOf(['GET /balance/{wallet}'], { query: { chainId: SAMPLE.chainId }, errors }),
  ...notesOf(['GET /defi/init/{address}'], { params: { address: SAMPLE.wallet }, query: { chainId: SAMPLE.chainId }, errors }),
};
