import type { AnyElysia } from 'elysia';
import type { RequestContext } from './request-context.ts';

/** A function that answers a request of one route, after the path has been matched. On failure it throws an error or rejects. */
export type Responder = (request: Request, params: unknown, context: RequestContext) => Response | Promise<Response>;

type Serve = (request: Request) => Response | Promise<Response>;
type ServeMatched = (request: Bun.BunRequest) => Response | Promise<Response>;

const responders = new WeakMap<object, Responder>();

/** Stores the function that answers a route in a map. The key is the handler with which Elysia lists the route. */
export function rememberResponder(handler: unknown, responder: Responder): void {
  if (typeof handler !== 'function') throw new TypeError('A route needs a handler to be answered');
  responders.set(handler, responder);
}

/** Matches route paths that Bun's router and Elysia's router interpret in the same way. */
const SIMPLE_PATH = /^(?:\/:?[\w.-]+)+$/;
/** Matches path text that contains no encoded characters, so that normalizing the path does not change it. */
const PLAIN = /^[\w-]+$/;

/**
 * Lists the API's routes for Bun's own router. Requests that Bun's router matches need no URL parsing, no Elysia context and no second
 * look-up. Requests with encoded or unusual paths, or with a method that the path does not support, are passed to `serve`. Routes that were
 * added directly to Elysia, and the paths in `others`, are listed with `serve` as their handler; if they were missing, the path parameter
 * of another route could match their path.
 */
export function directRoutes(
  api: AnyElysia,
  others: readonly string[],
  serve: Serve,
  serveMatched: (request: Request, respond: Responder, params: unknown, route: string) => Response | Promise<Response>,
): Record<string, Serve | Record<string, ServeMatched>> {
  const routes: Record<string, Record<string, ServeMatched>> = {};
  for (const { method, path, handler } of api.routes) {
    if (!SIMPLE_PATH.test(path)) continue;
    const respond = typeof handler === 'function' ? responders.get(handler) : undefined;
    const names = [...path.matchAll(/:([\w.-]+)/g)].map(([, name = '']) => name);
    const direct: ServeMatched = (request) => {
      if (respond === undefined) return serve(request);
      const { params } = request;
      return arePlain(params, names) ? serveMatched(request, respond, params, path) : serve(request);
    };
    routes[path] = { ...routes[path], [method]: direct };
  }
  return { ...routes, ...Object.fromEntries(others.map((path) => [path, serve])) };
}

function arePlain(params: Readonly<Record<string, string>>, names: readonly string[]): boolean {
  for (const name of names) if (!PLAIN.test(params[name] ?? '')) return false;
  return true;
}
