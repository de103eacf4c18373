import { gives, type NotesByRoute } from '../route-notes.ts';
import { count, type FieldWords, plain, word } from './units.ts';

/** The fields of the routes about the service itself. */
export const serviceWords: FieldWords = {
  ok: plain('Whether it works.'),
  ready: plain('Whether the service can do its work.'),
  missing: plain('What is missing, each with the reason.'),
  degraded: plain('What does not work, though requests are served without it.'),
  name: word('The name of the dependency.', 'redis'),
  reason: word('Why it does not work.', 'The connection was refused.'),
  routes: plain('The routes.'),
  about: word('What the group of routes is for.', 'Staked rockets and their points.'),
  state: plain('Whether the group works.'),
  path: word('The path of the route.', '/rocket/status'),
  method: word('The HTTP method.', 'GET'),
  elsewhere: word('The part of the API specification that describes the group.', 'Rockets'),
  times: count('How many times the API specification names the group.', 1),
  document: word('The address of the group in the API document.', '/api/docs#/Rockets'),
};

/** Errors of the routes about the service itself. */
export const serviceNotes: NotesByRoute = {
  'GET /ready': {
    errors: [
      {
        ...{ code: 'not-ready', status: 503, message: 'Not ready: chain 31337 (no answer in time).' },
        details: { missing: [{ name: 'chain 31337', reason: 'no answer in time' }], degraded: [], outages: [] },
      },
    ],
  },
  'GET /debug-stats': { errors: [gives('method-not-allowed', 405, 'This path supports only GET.')] },
};
