import type { AnyElysia } from 'elysia';
import { type GenericSchema, type InferOutput, type ObjectSchema, object, safeParse } from 'valibot';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { describeRoute, type RouteResponses, rememberOperation } from './describe-route.ts';
import { parseJson } from './parse-json.ts';
import { problemsOf } from './problems-of.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import type { Reply } from './reply.ts';
import { contextOf } from './request-context.ts';
import { responseOf } from './response-of.ts';
import { type SseReply, startSse } from './sse.ts';

/** Schemas of the parts of a request. A part without a schema is not read; a GET has no body. */
export type RouteInput = {
  readonly params?: GenericSchema;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
};

export type RouteSpec<Input extends RouteInput & Record<string, GenericSchema>> = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Under the resource's prefix; parameters as `/:name`. */
  path: string;
  /** One line for the OpenAPI document. */
  summary: string;
  /** More for the OpenAPI document: units, rules, what is additive. */
  description?: string;
  input: Input;
  /** What comes back, by status; enveloped unless `bare`. Errors need not be listed. */
  responses: RouteResponses;
  handle(input: InferOutput<ObjectSchema<Input, undefined>> & { request: Request }): Reply | SseReply | Promise<Reply | SseReply>;
};

/**
 * Adds a route to a resource: reads and checks what the schemas name, all problems at once; hands the handler typed input;
 * describes itself in the OpenAPI document. Errors are thrown (`CoxswainError` and its kinds), and the server answers them.
 *
 * Elysia routes and composes; reading is ours, because its own validation names valibot's paths wrongly, serialises the whole
 * body into the error, and splits query text at commas (1.4.30).
 */
export function addRoute<Input extends RouteInput & Record<string, GenericSchema>>(app: AnyElysia, spec: RouteSpec<Input>): void {
  const schema = object(spec.input);
  const { handle } = spec;
  const hasQuery = spec.input.query !== undefined;
  const hasBody = spec.input.body !== undefined;
  const hasInput = hasQuery || hasBody || spec.input.params !== undefined;

  const respond = async (request: Request, params: unknown, set: { headers: object }): Promise<Response | AsyncGenerator> => {
    const received: { params: unknown; query?: unknown; body?: unknown } = { params: params ?? {} };
    if (hasQuery) received.query = readQuery(request.url);
    if (hasBody) {
      const text = await readBody(request);
      received.body = text === null ? undefined : parseJson(text);
    }
    const result = safeParse(schema, hasInput ? received : {});
    if (!result.success) throw new InvalidInputError(problemsOf(result.issues));
    const answer = await handle({ ...result.output, request });
    return answer.kind === 'sse' ? startSse(answer, request, set) : responseOf(answer, contextOf(request).id);
  };

  // Elysia reads the handler's source to see what it uses: naming just these three keeps it from parsing anything.
  app.route(spec.method, spec.path, ({ request, params, set }) => respond(request, params, set), { parse: 'none' });
  const added = app.routes.at(-1);
  if (added === undefined) throw new Error('Elysia did not list the route that was just added');
  rememberOperation(added.handler, describeRoute(spec));
}
