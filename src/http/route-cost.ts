import type { Responder } from './direct-routes.ts';

/**
 * The cost of a route's requests, which every route declares. `limited`: the route writes, signs or calls providers or nodes, so
 * RATE_LIMIT_PER_MINUTE limits its requests. `cheap`: the route reads data of this service. `operator`: the caller has proved to be an
 * operator.
 */
export type RouteCost = 'cheap' | 'limited' | 'operator';

export type Costed = {
  readonly cost: RouteCost;
  readonly method: string;
  readonly path: string;
  readonly authorize?: unknown;
  readonly admit?: unknown;
  readonly responses: Readonly<Record<number, { readonly bare?: { readonly contentType: string } }>>;
};

/**
 * Checks a route's declared cost.
 * @throws TypeError when the declaration is not possible: a `cheap` route must be a GET, and an `operator` route needs `authorize` or
 * `admit`
 */
export function checkCost({ cost, method, path, authorize, admit }: Costed): void {
  if (cost === 'cheap' && method !== 'GET')
    throw new TypeError(`${method} ${path} is not a GET, so its cost cannot be "cheap": declare "limited"`);
  if (cost === 'operator' && authorize === undefined && admit === undefined)
    throw new TypeError(`${method} ${path} has the cost "operator" and needs authorize or admit`);
}

/**
 * Whether a request of an unauthenticated client to this route stores data on disk: true for every method except GET, unless the route
 * declares otherwise. Such a request is refused while the disk is nearly full.
 */
export function keepsOfStrangers({ cost, method, keeps }: Pick<Costed, 'cost' | 'method'> & { readonly keeps?: boolean }): boolean {
  return cost !== 'operator' && (keeps ?? method !== 'GET');
}

/** Refuses a request before any part of it is read, when the route stores data and no new data may be stored for the request's client. */
export function withRoom(respond: Responder): Responder {
  return (request, params, context) => {
    context.requireRoom?.(context.client());
    return respond(request, params, context);
  };
}

/** Counts each request to a limited route, by method and path, against the server's rate limits. */
export function limitedByServer(method: string, respond: Responder): Responder {
  return async (request, params, context) => {
    await context.limits?.perMinute(`${method} ${context.route}`)?.take(request);
    return respond(request, params, context);
  };
}

/** Whether the route replies with a stream that unauthenticated clients can keep open. */
export function isOpenStream({ authorize, responses }: Pick<Costed, 'authorize' | 'responses'>): boolean {
  return authorize === undefined && Object.values(responses).some(({ bare }) => bare?.contentType.startsWith('text/event-stream'));
}

/**
 * Counts a stream against the client's limit before any work for the stream starts. The stream is counted until it has ended; when the
 * reply is not a stream, the count is reduced again after the reply.
 */
export function withStreamSlot(respond: Responder): Responder {
  return async (request, params, context) => {
    if (context.takeStream === null || request.method !== 'GET') return respond(request, params, context);
    const ended = context.takeStream(request);
    context.streamEnded = ended;
    let isStream = false;
    try {
      const response = await respond(request, params, context);
      isStream = response.status === 101 || response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      return response;
    } finally {
      if (!isStream) ended();
    }
  };
}
