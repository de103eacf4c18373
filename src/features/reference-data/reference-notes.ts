import { gives, type NotesByRoute } from '../../http/docs/route-notes.ts';

/** Possible errors of the routes of chains and tokens, for the page of API documentation. */
export const referenceNotes: NotesByRoute = {
  'GET /common/token/{chainId}': { errors: [gives('chain-not-found', 404, 'This service does not support a chain with this id.')] },
  'GET /common/abi/{contract}': { errors: [gives('abi-not-found', 404, 'No contract with this name is known, so there is no ABI.')] },
};
