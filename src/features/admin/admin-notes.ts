import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const CHAIN = gives('chain-not-found', 404, 'This service does not support a chain with this id.');
const CHANGED = gives('setting-changed', 503, 'The setting was changed by another request at the same time. Read the setting again.');
const both = (routes: readonly string[]) =>
  routes.flatMap((route) => [route.replace(' /', ' /admin/'), route.replace(' /', ' /operator/admin/')]);

/** Example requests and possible errors of the routes of the administration, for the page of API documentation. */
export const adminNotes: NotesByRoute = joinNotes(
  notesOf(both(['POST /networks/{chainId}']), { body: { show: true }, errors: [CHAIN] }),
  notesOf(both(['GET /tokens/{chainId}']), { errors: [CHAIN] }),
  notesOf(both(['POST /reward-rules']), { body: { trade: { points: 20, perDay: 200, minUsd: 10 } } }),
  notesOf(both(['POST /settings/{key}']), {
    ...{ params: { key: 'max_sessions_per_wallet' }, body: { value: 20 } },
    errors: [
      CHANGED,
      gives('setting-value-refused', 400, 'The value of max_sessions_per_wallet must be a whole number from 1 to 100.'),
      gives('too-many-settings', 409, 'At most 500 system settings can be stored.'),
    ],
  }),
  notesOf(both(['POST /settings/{key}/reset']), {
    ...{ params: { key: 'max_sessions_per_wallet' } },
    errors: [CHANGED, gives('setting-not-found', 404, 'This system setting has no stored value.')],
  }),
  notesOf(both(['POST /tokens']), {
    ...{
      first:
        'Deploy a token that is not in the token list yet. The token of the example is in the list, so the request with it is refused.',
    },
    body: { chainId: SAMPLE.chainId, address: SAMPLE.weth },
    errors: [
      CHAIN,
      gives('token-exists', 409, 'This token is already in the token list of this chain.'),
      gives('token-unreadable', 422, 'The contract at this address does not return decimals, so it is not an ERC-20 token.'),
    ],
  }),
  notesOf(both(['POST /tokens/{chainId}/{token}']), {
    ...{ body: { order: 22 } },
    errors: [CHAIN, gives('token-not-found', 404, 'This token is not listed on this chain.')],
  }),
);
