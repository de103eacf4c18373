import { gives, type NotesByRoute } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

/** Example requests and possible errors of the routes of smart accounts, for the page of API documentation. */
export const smartAccountNotes: NotesByRoute = {
  'POST /defi/save-sca': {
    body: { chainId: SAMPLE.chainId, scaAddress: '0x90f79bf6eb2c4f870365e785982e1f101e93b906', ownerAddress: SAMPLE.wallet },
    errors: [
      gives(
        'smart-account-exists',
        409,
        'This owner has already saved this account with different details. To replace them, the owner must sign the request.',
      ),
      gives('not-your-account', 403, 'Only the owner can sign the registration of an account.'),
    ],
  },
  'GET /defi/get-sca/{address}': {
    ...{ first: 'Register a smart account with `POST /defi/save-sca`.', params: { address: SAMPLE.wallet } },
    errors: [gives('smart-account-not-found', 404, 'No smart-contract account has been saved under this address.')],
  },
};
