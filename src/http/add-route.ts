import type { AnyElysia } from 'elysia';
import { type GenericSchema, type InferOutput, type ObjectSchema, object, safeParse } from 'valibot';
import { InvalidInputError, type Problem } from '../values/errors/invalid-input-error.ts';
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
import { checkCost, isOpenStream, keepsOfStrangers, limitedByServer, type RouteCost, withRoom, withStreamSlot } from './route-cost.ts';
import { refuseOtherSites } from './same-origin.ts';
import { type SseReply, sseResponse } from './sse.ts';
import { socketResponse } from './web-socket.ts';

/** Schemas of the parts of a request. A part without a schema is not read; a GET has no body. */
export type RouteInput = {
  readonly params?: GenericSchema;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
};

/** A received request: its path's parameters and its body, parsed but not checked. */
export type Received = { readonly request: Request; readonly params: unknown; readonly body: unknown };

/** A body as it was read: text, or bytes that are passed on unparsed. */
type Body = string | ArrayBuffer | Uint8Array | null;

export type RouteSpec<Input extends RouteInput & Record<string, GenericSchema>> = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path under the resource's prefix; parameters are written `/:name`. */
  path: string;
  /** The summary in the OpenAPI document: imperative, at most eight words. */
  summary: string;
  /** The description in the OpenAPI document: units, rules, optional additions. */
  description?: string;
  input: Input;
  /** Throws when the caller is not allowed to use the route. Called before any part of the request is read. */
  authorize?: (request: Request) => unknown;
  /** The kind of cost of a request; see `RouteCost`. */
  cost: RouteCost;
  /** Whether a request stores data for its caller; see `keepsOfStrangers`. */
  keeps?: boolean;
  /** A rate limit with its own name or size, for routes that are counted together. Checked before any part of the request is read. */
  rateLimit?: RouteLimit | undefined;
  /**
   * Throws when this route's work exceeds its limit. Called before the body is read; the returned function is called when the work
   * is done.
   */
  admitBody?: (request: Request) => () => void;
  /**
   * The documented shape of a body that is passed on as raw bytes. Nothing of such a body is decoded or parsed, and `input.body` is
   * a schema of bytes (or of null, where there is no body).
   */
  bytesOf?: GenericSchema;
  /** Throws when the request must not be acted on. Called before the schemas check it; used by signed routes (`addSignedRoute`). */
  verify?: (received: Received) => Promise<void>;
  /** Replaces the error for a request that its schemas refuse, when the route can explain more than the schemas do. */
  explainInvalid?: (received: Received, problems: readonly Problem[]) => Promise<InvalidInputError>;
  /** The largest body in bytes; default 64 KB, at most 20 MB. A larger body gets 413. */
  maxBodyBytes?: number;
  /** The most members and items in the whole body; default 50,000. Counted before anything is parsed; more get 413. */
  maxMembers?: number;
  /**
   * Whether numbers that a double would change keep their exact text (see `parseExactJson`): in the whole body, or in the listed
   * members.
   */
  hasExactNumbers?: boolean | readonly string[];
  /** The replies by status, in the envelope unless `bare`. Errors need not be listed. */
  responses: RouteResponses;
  handle(input: InferOutput<ObjectSchema<Input, undefined>> & { request: Request }): Reply | SseReply | Promise<Reply | SseReply>;
};

/**
 * Adds a route to a resource. The route reads and checks the parts of the request that have schemas, reports all problems at once,
 * passes typed input to the handler, and describes itself in the OpenAPI document. Handlers throw their errors (`CoxswainError` and
 * its kinds), and the server answers them.
 * Elysia routes and composes. Reading is our own code, because Elysia's validation names valibot's paths wrongly, serialises the
 * whole body into the error, and splits query text at commas (1.4.30).
 */
export function addRoute<Input extends RouteInput & Record<string, GenericSchema>>(app: AnyElysia, spec: RouteSpec<Input>): void {
  const schema = object(spec.input);
  const { handle, verify } = spec;
  const hasParams = spec.input.params !== undefined;
  const hasQuery = spec.input.query !== undefined;
  const hasBody = spec.input.body !== undefined;
  if (verify !== undefined && !hasBody) throw new TypeError(`${spec.path}: only a route with a body can be verified`);

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
  // Not an async function, which would wait once more: each wait costs a request about a microsecond.
  const answerWithBody: Responder = (request, params, context) =>
    readAdmitted(request, context).then((text) => {
      // The bodies of many requests may arrive together, so that this one waits for its turn again.
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
  const respond: Responder = spec.authorize === undefined ? open : behind(spec.authorize, open);

  // Elysia reads the handler's source to see which parts it uses. Naming only these keys keeps it from parsing the request.
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
  rememberOperation(added.handler, describeRoute(described));
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

async function refuseLater(refusal: HeldRefusal): Promise<never> {
  await whenAnswerable(refusal);
  throw refusal;
}
