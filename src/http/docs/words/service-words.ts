import { gives, type NotesByRoute } from '../route-notes.ts';
import { count, type FieldWords, plain, word } from './units.ts';

/** Descriptions of the fields of the routes that report on the service itself (such as its health), for the API page. */
export const serviceWords: FieldWords = {
  ok: plain('Whether the service works.'),
  ready: plain('Whether the service can do all of its work.'),
  missing: plain('The dependencies that do not work, each with the reason.'),
  details: plain('What is switched off or paused and is therefore no failure, such as providers without keys.'),
  detail: plain('What is switched off or paused, as a sentence.'),
  degraded: plain('The dependencies that do not work, but without which the service can still answer requests.'),
  name: word('The name of the dependency, such as `store` or `redis`.', 'redis'),
  reason: word('Why the dependency does not work, as a sentence.', 'The connection was refused.'),
  routes: plain('The routes of the group.'),
  about: word('The purpose of the group of routes.', 'Staked rockets and their points.'),
  state: plain('Whether the routes of the group are implemented and available.'),
  path: word('The path of the route.', '/rocket/status'),
  method: word('The HTTP method.', 'GET'),
  elsewhere: word('The section of the API specification that describes the group of routes.', 'Rockets'),
  times: count('In how many places the API specification lists the group of routes.', 1),
  document: word('The URL of the group of routes in the API documentation.', '/api/docs#/Rockets'),
};

/** Examples and errors, for the API page, of the routes that report on the service itself, such as its health. */
export const serviceNotes: NotesByRoute = {
  'GET /ready': {
    errors: [
      {
        ...{ code: 'not-ready', status: 503, message: 'Not ready: chain 31337 (no answer in time).' },
        details: { missing: [{ name: 'chain 31337', reason: 'no answer in time' }], degraded: [], outages: [], details: [] },
      },
    ],
  },
  'GET /debug-stats': { errors: [gives('method-not-allowed', 405, 'This path supports only GET.')] },
};
