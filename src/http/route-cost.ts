import type { Responder } from './direct-routes.ts';

/**
 * What a request of a route costs us, which every route declares. `limited`: it writes, signs or asks outside (providers, nodes), so that
 * RATE_LIMIT_PER_MINUTE bounds it. `cheap`: it reads what this service holds. `operator`: whoever asks has proved to be an operator.
 */
export type RouteCost = 'cheap' | 'limited' | 'operator';

type Costed = {
  readonly cost: RouteCost;
  readonly method: string;
  readonly path: string;
  readonly authorize?: unknown;
  readonly responses: Readonly<Record<number, { readonly bare?: { readonly contentType: string } }>>;
};

/** @throws TypeError for a declaration that cannot be true: what is not a GET is never cheap, and an operator is asked for */
export function checkCost({ cost, method, path, authorize }: Costed): void {
  if (cost === 'cheap' && method !== 'GET') throw new TypeError(`${method} ${path} writes, signs or asks outside: it is limited`);
  if (cost === 'operator' && authorize === undefined) throw new TypeError(`${method} ${path} asks for no operator`);
}

/**
 * Whether what a stranger asks leaves something on the disk: unless the route says otherwise, all but a GET does. Such a route is refused while the
 * disk is nearly full.
 */
export function keepsOfStrangers({ cost, method, keeps }: Pick<Costed, 'cost' | 'method'> & { readonly keeps?: boolean }): boolean {
  return cost !== 'operator' && (keeps ?? method !== 'GET');
}

/** Refuses before anything of the request is read. */
export function withRoom(respond: Responder): Responder {
  return (request, params, context) => {
    context.requireRoom?.(context.client());
    return respond(request, params, context);
  };
}

/** Counts a request of a limited route, by its method and path, with the limits of the server. */
export function limitedByServer(method: string, respond: Responder): Responder {
  return async (request, params, context) => {
    await context.limits?.perMinute(`${method} ${context.route}`)?.take(request);
    return respond(request, params, context);
  };
}

/** Whether strangers can hold a stream of this route open. */
export function isOpenStream({ authorize, responses }: Costed): boolean {
  return authorize === undefined && Object.values(responses).some(({ bare }) => bare?.contentType.startsWith('text/event-stream'));
}

/** Counts a stream before anything is done for it; it counts until the stream has ended, or at once when the reply is none. */
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
