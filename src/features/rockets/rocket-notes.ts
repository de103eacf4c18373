import { gives, type NotesByRoute } from '../../http/docs/route-notes.ts';

/** Examples and errors of the routes of rockets, for the API page. */
export const rocketNotes: NotesByRoute = {
  'POST /rocket/claim': {
    first: 'The wallet must have staked a rocket; take its `tokenId` from `GET /rocket/status`.',
    body: { rocketId: '1' },
    errors: [
      gives('invalid-rocket-id', 400, 'Expected the number of a rocket.'),
      gives('not-your-rocket', 403, 'Rocket 1 was staked by another wallet.'),
      gives('rocket-not-found', 404, 'No rocket with this number is known.'),
      gives('rocket-not-staked', 409, 'Rocket 1 is not staked.'),
      gives('claim-not-ready', 409, 'No whole point can be claimed yet.'),
    ],
  },
};
