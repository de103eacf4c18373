import type { Operation } from '../describe-route.ts';
import { envelopeReply, reply } from '../reply.ts';
import { responseOf } from '../response-of.ts';

/** Counters by name, or nested groups of counters. Only numbers are allowed, so that no secret can appear in the reply. */
export type DebugStats = { readonly [name: string]: number | DebugStats };

/**
 * Path at which the service's counters are served. The request is answered before all middleware, without authentication (API
 * specification, directory of route groups).
 */
export const DEBUG_STATS_PATH = '/api/debug-stats';

/** Entry of the counters' path in the OpenAPI document. The path is no route of the API, so the generated document would not list it. */
export const DEBUG_STATS_OPERATION: Operation = {
  summary: 'Get the counters of the service',
  responses: {
    200: {
      description: 'Returns counters of this process. All values are numbers.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
    },
  },
};

/** Creates the handler that replies with the service's current counters, in the envelope of API replies. */
export function createDebugStats(stats: () => DebugStats | Promise<DebugStats>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return responseOf(reply(await stats()), 'debug-stats');
    return responseOf(NOT_ALLOWED, 'debug-stats');
  };
}

const NOT_ALLOWED = envelopeReply(
  {
    status: 405,
    message: 'This path supports only GET.',
    data: null,
    errors: { code: 'method-not-allowed', allow: ['GET', 'HEAD', 'OPTIONS'] },
    notShowPopUp: true,
  },
  { allow: 'GET, HEAD, OPTIONS' },
);
