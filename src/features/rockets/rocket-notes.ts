import { gives, type NotesByRoute } from '../../http/docs/route-notes.ts';

/** Example requests and possible errors of the routes for rockets (NFTs that earn points), for the page of API documentation. */
export const rocketNotes: NotesByRoute = {
  'POST /rocket/claim': {
    first: 'Stake a rocket with the wallet, and take its `tokenId` from `GET /rocket/status`.',
    body: { rocketId: '1' },
    errors: [
      gives('invalid-rocket-id', 400, 'Expected the id of a rocket: a token id such as 5, or a chain id and a token id such as 31337/5.'),
      gives('not-your-rocket', 403, 'Rocket 1 is staked by another wallet.'),
      gives('rocket-not-found', 404, 'Rocket 1 has never been staked on a chain of this service.'),
      gives('rocket-not-staked', 409, 'The points of rocket 1 cannot be claimed: it is not staked, so it accrues no points.'),
      gives('claim-not-ready', 409, 'The points of rocket 1 can be claimed in 12 minutes.'),
    ],
  },
};
