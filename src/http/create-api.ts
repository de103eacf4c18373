import { type AnyElysia, Elysia } from 'elysia';
import type { Log } from '../platform/log/log.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { createErrorReply, type ErrorReply } from './error-reply.ts';
import type { Mounts } from './mounts/create-mounts.ts';
import { contextOf } from './request-context.ts';
import { responseOf } from './response-of.ts';

/** A group of related routes, to which `addRoute` adds each route. */
export type Resource = AnyElysia;

/**
 * Mounts the resources under `/api` and answers every error in the envelope: 404 for unknown paths, 405 with `Allow` for methods
 * that a path does not support.
 */
export function createApi(deps: {
  resources: readonly Resource[];
  /** Creates the routes that serve the documentation of the API. The documentation includes these routes too. */
  docs?: (api: AnyElysia) => Resource;
  /** Creates the 501 replies for paths of route groups that the API specification lists but this service does not implement. */
  directory?: Pick<Mounts, 'refusalAt'>;
  log: Log;
}): AnyElysia {
  const errorReply = createErrorReply(deps.log);
  // Elysia's option `standardHostname` is off. With the option on, Elysia would skip the first 11 characters of the URL before it searches
  // for the path, which is wrong for short host names.
  const api: AnyElysia = new Elysia({ prefix: '/api', precompile: true, handler: { standardHostname: false } });
  let allowedMethods: ((path: string) => readonly string[]) | undefined;

  api.onError({ as: 'global' }, ({ code, error, request, path }) => {
    const { id } = contextOf(request);
    if (code !== 'NOT_FOUND') return responseOf(errorReply(error, id), id);
    allowedMethods ??= createAllowedMethods(api);
    const methods = allowedMethods(path);
    const refusal = methods.length === 0 ? (deps.directory?.refusalAt(path) ?? null) : null;
    if (refusal !== null) return responseOf(errorReply(refusal, id), id);
    return notFoundResponse(request.method, path, methods, id, errorReply);
  });
  for (const resource of deps.resources) api.use(resource);
  if (deps.docs !== undefined) api.use(deps.docs(api));
  return api;
}

function notFoundResponse(method: string, path: string, methods: readonly string[], id: string, errorReply: ErrorReply): Response {
  if (methods.length === 0) {
    const error = new TerminalError({ code: 'not-found', message: `No route exists at ${path.slice(0, 200)}.`, status: 404 });
    return responseOf(errorReply(error, id), id);
  }
  const error = new TerminalError({
    code: 'method-not-allowed',
    message: `This path does not support ${method}. It supports ${methods.join(', ')}.`,
    status: 405,
    details: { allow: methods },
  });
  const response = responseOf(errorReply(error, id), id);
  response.headers.set('allow', methods.join(', '));
  return response;
}
