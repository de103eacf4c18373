import type { AnyElysia } from 'elysia';
import type { RequestContext } from './request-context.ts';

/** What a route does with a request whose path has been matched. Errors are thrown, or rejections. */
export type Responder = (request: Request, params: unknown, context: RequestContext) => Response | Promise<Response>;

type Serve = (request: Request) => Response | Promise<Response>;
type ServeMatched = (request: Bun.BunRequest) => Response | Promise<Response>;

const responders = new WeakMap<object, Responder>();

/** Keeps what answers a route under the handler that Elysia lists it with. */
export function rememberResponder(handler: unknown, responder: Responder): void {
  if (typeof handler !== 'function') throw new TypeError('A route without a handler cannot be answered');
  responders.set(handler, responder);
}

/** Paths that Bun's router and Elysia's take to mean the same. */
const SIMPLE_PATH = /^(?:\/:?[\w.-]+)+$/;
/** Text that needs no decoding, and that no normalising of the path can change. */
const PLAIN = /^[\w-]+$/;

/**
 * The API's routes for Bun's own router, which saves each request the reading of its URL, Elysia's context and a second look-up. Only
 * plain requests take this way: whatever is encoded or odd, and methods that a path does not take, go to `serve`.
 *
 * Routes that were added to Elysia by hand and `others` are listed too, and go to `serve`: else a parameter of another route could match
 * their path.
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
