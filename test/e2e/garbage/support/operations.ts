import { isSchema, type JsonSchema } from './json-schema.ts';

export type Parameter = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema };

/** One route, as the service's OpenAPI document describes it. */
export type Operation = {
  readonly method: string;
  /** Path of the route, with its parameters as `{name}`. */
  readonly path: string;
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  /** Schema of the request body; null when the route accepts no body. */
  readonly body: JsonSchema | null;
  /** Whether the route also accepts a request without a body. */
  readonly isBodyOptional: boolean;
  /** Kind of access token that the route requires; null when it requires none, or an operator's token. */
  readonly token: 'user' | 'admin' | null;
  /** Schema of each documented reply, by HTTP status. */
  readonly replies: ReadonlyMap<number, JsonSchema>;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Lists every route of the OpenAPI document, so that new routes are tested automatically. Endless streams are omitted, because only
 * complete replies can be checked.
 */
export function operationsOf(document: JsonSchema): Operation[] {
  return Object.entries(objectIn(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isSchema(methods) ? methods : {}).flatMap(([method, operation]) =>
      METHODS.includes(method) && isSchema(operation) && !isEndless(operation) ? [read(method.toUpperCase(), path, operation)] : [],
    ),
  );
}

/**
 * Returns the route that a request target addresses after normal URL interpretation; null when there is none. A parameter "", "." or ".."
 * can change the path into that of another route.
 */
export function operationAt(operations: readonly Operation[], method: string, target: string): Operation | null {
  const asked = segmentsOf(new URL(target, 'http://localhost').pathname);
  return operations.find((operation) => operation.method === method && isAt(segmentsOf(operation.path), asked)) ?? null;
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/+$/, '').split('/');
}

function isAt(pattern: readonly string[], asked: readonly string[]): boolean {
  return (
    pattern.length === asked.length && pattern.every((segment, i) => segment === asked[i] || (segment.startsWith('{') && asked[i] !== ''))
  );
}

function read(method: string, path: string, operation: JsonSchema): Operation {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.filter(isSchema) : [];
  const inPlace = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(
        (parameter): Parameter => ({
          name: String(parameter.name),
          required: parameter.required === true,
          schema: objectIn(parameter, 'schema'),
        }),
      );
  const replies = Object.entries(objectIn(operation, 'responses')).filter(([status]) => /^\d+$/.test(status));
  return {
    method,
    path,
    pathParameters: inPlace('path'),
    queryParameters: inPlace('query'),
    body: isSchema(operation.requestBody) ? contentSchema(operation.requestBody) : null,
    token: tokenOf(operation),
    isBodyOptional: !isSchema(operation.requestBody) || operation.requestBody.required !== true,
    replies: new Map(replies.map(([status, reply]) => [Number(status), isSchema(reply) ? contentSchema(reply) : {}])),
  };
}

function tokenOf({ security }: JsonSchema): 'user' | 'admin' | null {
  const [needed] = Array.isArray(security) ? security.filter(isSchema) : [];
  if (needed === undefined || 'operator' in needed) return null;
  return 'admin' in needed ? 'admin' : 'user';
}

function isEndless(operation: JsonSchema): boolean {
  return 'text/event-stream' in objectIn(objectIn(objectIn(operation, 'responses'), '200'), 'content');
}

function contentSchema(holder: JsonSchema): JsonSchema {
  const [media] = Object.values(objectIn(holder, 'content'));
  return isSchema(media) ? objectIn(media, 'schema') : {};
}

function objectIn(holder: JsonSchema, name: string): JsonSchema {
  const member = holder[name];
  return isSchema(member) ? member : {};
}
