import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const FIRST = 'Create a position with `POST /defi/create-position`, and use the `_id` from its reply.';
const NOT_FOUND = gives('dca-not-found', 404, 'No DCA position with this id exists.');

/** Example requests and possible errors of the routes of DCA positions, for the page of API documentation. */
export const dcaNotes: NotesByRoute = joinNotes(
  {
    'POST /defi/create-position': {
      body: {
        ...{ fromToken: SAMPLE.usdc, toToken: SAMPLE.weth, amount: 30, frequency: 3, interval: 60 },
        ...{ walletAddress: SAMPLE.wallet, chainId: { chainId: SAMPLE.chainId }, isAutoBuy: true },
      },
    },
    'POST /defi/update-position/{dcaId}': { first: FIRST, body: { timeFrame: 'minutely' } },
    'POST /defi/cancel-dca': { first: FIRST, body: { dcaId: SAMPLE.uuid } },
    'POST /defi/claim-dca': { first: FIRST, body: { dcaId: SAMPLE.uuid } },
  },
  notesOf(['POST /defi/update-position/{dcaId}', 'POST /defi/cancel-dca', 'POST /defi/claim-dca'], { errors: [NOT_FOUND] }),
);
