import type { Operation } from '../describe-route.ts';
import { reply } from '../reply.ts';
import { responseOf } from '../response-of.ts';

/** Counts by name; groups of them by group. Numbers only, so that no secret can get in. */
export type DebugStats = { readonly [name: string]: number | DebugStats };

/** Where the server answers it: before all middleware, without authentication (interface document, directory of route groups). */
export const DEBUG_STATS_PATH = '/api/debug-stats';

/** Its entry in the OpenAPI document: it is no route of the API, so nothing else would list it. */
export const DEBUG_STATS_OPERATION: Operation = {
  summary: 'Counts of what the service holds and does',
  responses: {
    200: {
      description: 'Numbers only, in the envelope.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
    },
  },
};

/** Answers with the counts of the moment, in the envelope. */
export function createDebugStats(stats: () => DebugStats | Promise<DebugStats>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return responseOf(reply(await stats()), 'debug-stats');
    return responseOf({ kind: 'json', status: 405, text: NOT_ALLOWED, headers: { allow: 'GET, HEAD, OPTIONS' } }, 'debug-stats');
  };
}

const NOT_ALLOWED = JSON.stringify({
  status: 405,
  message: 'Only GET is possible here.',
  data: null,
  errors: { code: 'method-not-allowed', allow: ['GET', 'HEAD', 'OPTIONS'] },
  notShowPopUp: true,
});
