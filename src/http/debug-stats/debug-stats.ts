import type { Operation } from '../describe-route.ts';
import { envelopeReply, reply } from '../reply.ts';
import { responseOf } from '../response-of.ts';

/** Counts by name, or groups of counts. Only numbers are allowed, so that no secret can appear. */
export type DebugStats = { readonly [name: string]: number | DebugStats };

/** Path of the counters. It is answered before all middleware, without authentication (API specification, directory of route groups). */
export const DEBUG_STATS_PATH = '/api/debug-stats';

/** Entry of this path in the OpenAPI document. The path is not a route of the API, so nothing else lists it. */
export const DEBUG_STATS_OPERATION: Operation = {
  summary: 'Get the counters of the service',
  responses: {
    200: {
      description: 'Numbers only, in the envelope.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
    },
  },
};

/** Returns the current counts in the envelope. */
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
