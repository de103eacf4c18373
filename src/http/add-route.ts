import type { AnyElysia } from 'elysia';
import { type InferOutput, object, safeParse } from 'valibot';
import { InvalidInputError } from '../values/errors/invalid-input-error.ts';
import { describeRoute, type RouteResponses, rememberOperation } from './describe-route.ts';
import { type Responder, rememberResponder } from './direct-routes.ts';
import { HeldRefusal, whenAnswerable } from './held-refusal.ts';
import { createKnownInputs, type KnownInputs } from './known-inputs.ts';
import { parseJson } from './parse-json.ts';
import { problemsOf } from './problems-of.ts';
import type { RouteLimit } from './rate-limit.ts';
import { BODY_WITHIN_MS, DEFAULT_BODY_BYTES, OPERATOR_BODY_WITHIN_MS, readBody, readBodyBytes } from './read-body.ts';
import { readQuery } from './read-query.ts';
import type { Reply } from './reply.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import { responseTo } from './response-of.ts';
import { checkCost, isOpenStream, keepsOfStrangers, limitedByServer, withRoom, withStreamSlot } from './route-cost.ts';
import type { InputSchemas, Received, RouteSpec } from './route-spec.ts';
import { refuseOtherSites } from './same-origin.ts';
import { type SseReply, sseResponse } from './sse.ts';
import { socketResponse } from './web-socket.ts';

/** A request body before it is parsed: text, or raw bytes for a route that does not parse its body. */
type Body = string | ArrayBuffer | Uint8Array | null;

/**
 * Adds a route to a resource. The route reads the parts of the request for which it has schemas, checks them, reports all problems
 * together, and passes the typed input to its handler. The OpenAPI document describes the route by the same schemas. Handlers throw errors
 * (`CoxswainError` and its subclasses), which the server sends as replies. Elysia is used for routing and composition only. This function
 * reads requests itself because Elysia's validation (1.4.30) reports valibot's paths wrongly, serializes the whole body into the error, and
 * splits query text at commas.
 */
export function addRoute<Input extends InputSchemas, const Responses extends RouteResponses>(
  app: AnyElysia,
  spec: RouteSpec<Input, Responses>,
): void {
  const schema = object(spec.input);
  const { handle, verify } = spec;
  const hasParams = spec.input.params !== undefined;
  const hasQuery = spec.input.query !== undefined;
  const hasBody = spec.input.body !== undefined;
  if (verify !== undefined && !hasBody)
    throw new TypeError(`${spec.path}: the wallet signature of a route without a body cannot be verified`);

  checkCost(spec);
  const bodyWithinMs = spec.cost === 'operator' ? OPERATOR_BODY_WITHIN_MS : BODY_WITHIN_MS;

  const names = spec.path.match(/(?<=:)\w+/g) ?? [];
  const isAllInPath = hasParams && !hasQuery && !hasBody && names.length === 1;
  const known: KnownInputs<InferOutput<typeof schema>> | null = isAllInPath ? createKnownInputs(names.join()) : null;

  const read = (request: Request, params: unknown, body: unknown): InferOutput<typeof schema> => {
    const remembered = known?.find(params);
    if (remembered !== undefined) return remembered;
    const received: { params?: unknown; query?: unknown; body?: unknown } = {};
    if (hasParams) received.params = params;
    if (hasQuery) received.query = readQuery(request.url);
    if (hasBody) received.body = body;
    const result = safeParse(schema, received);
    if (!result.success) throw new InvalidInputError(problemsOf(result.issues));
    known?.remember(params, result.output);
    return result.output;
  };

  const toResponse = (reply: Reply | SseReply, request: Request, context: RequestContext): Response => {
    if (reply.kind !== 'sse')
      return responseTo(reply, request, context.id, spec.cost === 'operator' ? context.operatorReplies : context.replies);
    return socketResponse(reply, request, context) ?? sseResponse(reply, request, context);
  };
  const answer = (request: Request, params: unknown, context: RequestContext, body: unknown): Response | Promise<Response> => {
    if (spec.explainInvalid !== undefined) return answerOrExplain(spec.explainInvalid, { request, params, body }, context);
    const replied = handle({ ...read(request, params, body), request });
    if (replied instanceof Promise) return replied.then((reply) => toResponse(reply, request, context));
    return toResponse(replied, request, context);
  };
  const answerOrExplain = async (explain: NonNullable<typeof spec.explainInvalid>, received: Received, context: RequestContext) => {
    const { request, params, body } = received;
    let input: InferOutput<typeof schema>;
    try {
      input = read(request, params, body);
    } catch (error) {
      throw error instanceof InvalidInputError ? await explain(received, error.problems) : error;
    }
    return toResponse(await handle({ ...input, request }), request, context);
  };
  const { admitBody, maxBodyBytes = DEFAULT_BODY_BYTES } = spec;
  const readIn: (request: Request, context: RequestContext) => Promise<Body> =
    spec.bytesOf === undefined
      ? (request, context) => readBody(request, context, maxBodyBytes, bodyWithinMs)
      : (request, context) => readBodyBytes(request, context, maxBodyBytes, bodyWithinMs);
  const readAdmitted =
    admitBody === undefined
      ? readIn
      : async (request: Request, context: RequestContext) => {
          const leave = admitBody(request);
          return readIn(request, context).finally(leave);
        };
  const bodyIn = (read: Body) => {
    if (typeof read === 'string') return parseJson(read, spec.maxMembers, spec.hasExactNumbers);
    if (spec.bytesOf === undefined) return undefined;
    return read instanceof Uint8Array ? read : new Uint8Array(read ?? new ArrayBuffer());
  };
  // The function that answers with a body is not async, because an async function would add one more wait in the microtask queue, which
  // takes about a microsecond per request.
  const answerWithBody: Responder = (request, params, context) =>
    readAdmitted(request, context).then((text) => {
      // The bodies of many requests may arrive at the same time. Therefore, after its body was read, each request waits again for its turn
      // to use the thread, which the clients get one after another.
      const turn = context.turn();
      if (turn === null) return answer(request, params, context, bodyIn(text));
      return turn.then(() => answer(request, params, context, bodyIn(text)));
    });
  const unlimited: Responder = !hasBody
    ? (request, params, context) => answer(request, params, context, undefined)
    : verify === undefined
      ? answerWithBody
      : async (request, params, context) => {
          const text = await readAdmitted(request, context);
          await context.turn();
          const body = bodyIn(text);
          await verify({ request, params, body });
          return answer(request, params, context, body);
        };
  const streaming: Responder = isOpenStream(spec) ? withStreamSlot(unlimited) : unlimited;
  const byServer: Responder = spec.cost === 'limited' ? limitedByServer(spec.method, streaming) : streaming;
  const limited: Responder = spec.rateLimit === undefined ? byServer : within(spec.rateLimit, streaming);
  const open: Responder = keepsOfStrangers(spec) ? withRoom(limited) : limited;
  const authorized: Responder = spec.authorize === undefined ? open : behind(spec.authorize, open);
  const respond: Responder = spec.admit === undefined ? authorized : admitted(spec.admit, authorized);

  // Elysia reads the source code of this handler to find which parts of the request the handler needs. The handler names only `request`,
  // `params` and `route`, so Elysia parses neither the query nor the body.
  app.route(
    spec.method,
    spec.path,
    async ({ request, params, route }) => {
      const context = contextOf(request);
      context.route = route;
      return respond(request, params ?? {}, context);
    },
    { parse: 'none' },
  );
  const added = app.routes.at(-1);
  if (added === undefined) throw new Error('Elysia did not list the route that was just added');
  const described = spec.bytesOf === undefined ? spec : { ...spec, input: { ...spec.input, body: spec.bytesOf } };
  rememberOperation(added.handler, () => describeRoute(described));
  rememberResponder(added.handler, respond);
}

function within(limit: RouteLimit, respond: Responder): Responder {
  return async (request, params, context) => {
    await limit.take(request);
    return respond(request, params, context);
  };
}

function behind(authorize: (request: Request) => unknown, respond: Responder): Responder {
  return (request, params, context) => {
    refuseOtherSites(request);
    try {
      authorize(request);
    } catch (error) {
      if (error instanceof HeldRefusal) return refuseLater(error);
      throw error;
    }
    return respond(request, params, context);
  };
}

function admitted(admit: (request: Request) => void | Promise<void>, respond: Responder): Responder {
  return (request, params, context) => {
    const admission = admit(request);
    if (admission instanceof Promise) return admission.then(() => respond(request, params, context));
    return respond(request, params, context);
  };
}

async function refuseLater(refusal: HeldRefusal): Promise<never> {
  await whenAnswerable(refusal);
  throw refusal;
}
