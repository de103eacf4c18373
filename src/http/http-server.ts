import type { AnyElysia } from 'elysia';
import type { Log } from '../platform/log/log.ts';
import { createLoopShare, type LoopShare } from '../platform/loop/loop-share.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { createByteBudget, MAX_HELD_BYTES } from './byte-budget.ts';
import { checkHost, isOneHost } from './check-host.ts';
import { type CorsOrigins, corsHeaders, preflightHeaders } from './cors.ts';
import { directRoutes, type Responder } from './direct-routes.ts';
import { createErrorReply } from './error-reply.ts';
import type { Mounts } from './mounts/create-mounts.ts';
import { clientOf, type RouteLimits } from './rate-limit.ts';
import { envelopeReply } from './reply.ts';
import { createReplyBytes, type ReplyBytes } from './reply-bytes.ts';
import { openContext, type RequestBounds, type RequestContext } from './request-context.ts';
import { createRequestIds } from './request-ids.ts';
import type { RequestWatch } from './request-watch.ts';
import { BASE_HEADERS, responseOf } from './response-of.ts';
import { type SocketStream, socketHandler, type Upgrade } from './socket-stream.ts';
import type { StreamSlots } from './stream-slots.ts';

export type HttpServerDeps = {
  /** The API that `createApi` built. */
  api: AnyElysia;
  /** Handlers by exact path, for requests that are answered before any other processing. */
  beforeAll?: Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;
  /** Creates the 501 replies for paths of route groups that the API specification lists but this service does not implement. */
  directory?: Pick<Mounts, 'refusalAt'>;
  /**
   * Handlers for paths outside the API, such as pages. They answer GET and HEAD requests. Each key is an exact path, or a prefix that ends
   * with `/*`.
   */
  beside?: Readonly<Record<string, Responder>>;
  /** Handlers by exact path for other protocols than this API, such as MCP. Each handler answers all methods of its path except OPTIONS. */
  mounts?: Readonly<Record<string, Responder>>;
  host: string;
  /** Port to listen on; 0 selects a free one. */
  port: number;
  corsOrigins: CorsOrigins;
  log: Log;
  /** Prefix of the ids that this process gives to requests, such as 8 random hex digits. */
  requestIdPrefix: string;
  /** Counts and traces requests. */
  watch?: RequestWatch;
  /** Maximum total number of bytes of request bodies in memory; default 64 MB. */
  maxHeldBytes?: number;
  /** The rate limits of routes whose cost is `limited`. */
  limits?: RouteLimits;
  /** Throws an error when no new data of unauthenticated clients may be stored, for example because the disk is nearly full. */
  requireRoom?: (client: string | null) => void;
  /** Limits the number of open streams of unauthenticated clients. */
  streams?: StreamSlots;
  /** Limits the bytes of large replies that clients have not read yet; by default to 32 MB in total. */
  replies?: ReplyBytes;
  /**
   * Limits the bytes of large replies to operators separately, because their pages load several large records at the same time; by default
   * to 64 MB in total.
   */
  operatorReplies?: ReplyBytes;
  /** Divides the processing time of the thread fairly between requests; created by the server if missing. */
  share?: LoopShare;
  /** Whether the last entry of `X-Forwarded-For` is the client's address, because our own proxy wrote it. */
  trustProxy?: boolean;
};

export type HttpServer = {
  readonly port: number;
  /** Base URL of the server, `http://host:port`, without `/api`. */
  readonly url: string;
  /** Returns the remote IP address of a request's connection; null when the connection is closed. */
  addressOf(request: Request): string | null;
  /** Number of requests that have arrived and are not answered yet. */
  pending(): number;
  /**
   * From this call on, the server answers each request with 503 `draining` and `Retry-After`, and closes the connection after the reply.
   * Requests in progress are completed. The reply tells clients not to reuse the connection. If the connection were closed without a reply,
   * a request that is being sent could be lost.
   */
  refuse(): void;
  /**
   * Stops the server: accepts no new connections, ends streams and idle connections, waits up to `graceMs` for requests in progress, then
   * closes their connections.
   */
  stop(graceMs: number): Promise<void>;
};

/**
 * Idle time-out of a connection in seconds: longer than the heartbeat interval of streams (5 s), shorter than the time-out of most proxies.
 */
const IDLE_TIMEOUT_SECONDS = 30;
const DRAIN_POLL_MS = 5;
const MAX_OPERATOR_REPLY_BYTES = 64 * 1024 * 1024;
const HEALTH_PATH = '/api/health';
/**
 * The reply of a server that is shutting down. A client that obeys `connection: close` sends no further request on this connection while
 * the port closes.
 */
const DRAINING = envelopeReply(
  {
    status: 503,
    message: 'This node is shutting down and did not process this request. Try again, or use another node.',
    data: null,
    errors: { code: 'draining' },
    notShowPopUp: true,
  },
  { 'retry-after': '2' },
);

/**
 * Serves the API. Adds a request id and CORS headers to every reply, and writes access logs. Requests that Bun's router did not match (see
 * `directRoutes`) are first checked for the method OPTIONS and for paths that cannot be decoded, and then passed to Elysia.
 * @throws TerminalError `cannot-listen` when the port is in use or the host is not an address of this machine
 */
export function createHttpServer(deps: HttpServerDeps): HttpServer {
  const { api, beforeAll = {}, beside = {}, mounts = {}, log, corsOrigins, watch = null } = deps;
  const handle = api.compile().fetch;
  const allowedMethods = createAllowedMethods(api);
  const idOf = createRequestIds(deps.requestIdPrefix);
  const closing = new AbortController();
  const isCorsOn = corsOrigins === '*' || corsOrigins.length > 0;
  const early = new Map(Object.entries(beforeAll));
  const bodies = createByteBudget(deps.maxHeldBytes ?? MAX_HELD_BYTES);
  const { streams, limits = null, requireRoom = null, trustProxy = false } = deps;
  const addressOf = (request: Request) => server.requestIP(request)?.address ?? null;
  const whoAsks = (request: Request) => clientOf(request, { trustProxy, addressOf });
  const takeStream = streams === undefined ? null : (request: Request) => streams.take(whoAsks(request));
  const replies = deps.replies ?? createReplyBytes();
  const operatorReplies = deps.operatorReplies ?? createReplyBytes({ maxBytes: MAX_OPERATOR_REPLY_BYTES });
  const share = deps.share ?? createLoopShare();
  const bounds: RequestBounds = {
    bodies,
    replies,
    operatorReplies,
    limits,
    requireRoom,
    takeStream,
    clientOf: whoAsks,
    share,
  };
  const errorReply = createErrorReply(log);
  let pending = 0;
  let isRefusing = false;

  const answer = (request: Request, path: string, { id }: RequestContext): Response | Promise<Response> => {
    if (request.method === 'OPTIONS') return optionsResponse(path, id, request.headers.has('access-control-request-method'));
    if (path.includes('%') && !isDecodable(path)) {
      throw new TerminalError({
        code: 'malformed-path',
        message: 'The path contains a percent sign that is not followed by a valid encoding, such as %2F.',
        status: 400,
      });
    }
    return handle(request);
  };

  const optionsResponse = (path: string, id: string, isPreflight = false): Response => {
    const refusal = deps.directory?.refusalAt(path) ?? null;
    // A CORS preflight for a route group that does not exist gets a successful reply. If it failed, the browser would hide the 501 of the
    // actual request from the page.
    if (refusal !== null && !(isCorsOn && isPreflight)) throw refusal;
    const methods =
      refusal !== null ? ANY_METHOD : early.has(path) ? ['GET', 'HEAD', 'OPTIONS'] : path in mounts ? MOUNT_METHODS : allowedMethods(path);
    if (methods.length === 0) throw new TerminalError({ code: 'not-found', message: 'No route exists at this path.', status: 404 });
    const headers = { ...BASE_HEADERS, 'x-request-id': id, allow: methods.join(', '), ...(isCorsOn ? preflightHeaders(methods) : {}) };
    return new Response(null, { status: 204, headers });
  };

  const open = (request: Request): RequestContext => {
    pending += 1;
    return openContext(request, idOf(request), closing.signal, watch, upgrade, bounds);
  };

  const upgrade: Upgrade = (request, options) => server.upgrade(request, options);

  const finish = (request: Request, context: RequestContext, startedAtMs: number, response: Response): Response => {
    pending -= 1;
    context.release();
    if (isCorsOn) for (const [name, value] of Object.entries(corsHeaders(corsOrigins, request) ?? {})) response.headers.set(name, value);
    if (isRefusing) response.headers.set('connection', 'close');
    watch?.answered(request, context, response.status, performance.now() - startedAtMs);
    const level = response.status >= 400 ? 'info' : 'debug';
    if (log.writes(level)) {
      const [path, ms] = [pathOf(request.url), Math.round((performance.now() - startedAtMs) * 100) / 100];
      log[level]('request', { requestId: context.id, method: request.method, path: path.slice(0, 500), status: response.status, ms });
    }
    return response;
  };

  const fail = (request: Request, context: RequestContext, startedAtMs: number, error: unknown): Response =>
    finish(request, context, startedAtMs, responseOf(errorReply(error, context.id), context.id));

  const finishLater = async (
    request: Request,
    context: RequestContext,
    startedAtMs: number,
    answered: Promise<Response>,
  ): Promise<Response> => {
    let response: Response;
    try {
      response = await answered;
    } catch (error) {
      return fail(request, context, startedAtMs, error);
    }
    return finish(request, context, startedAtMs, response);
  };

  /**
   * Answers a request whose path and method Bun's router has matched. It answers synchronously when the route waits for nothing, because
   * each wait costs a turn of the event loop.
   */
  const serveMatched = (request: Request, respond: Responder, params: unknown, route?: string): Response | Promise<Response> => {
    const startedAtMs = performance.now();
    const context = open(request);
    if (route !== undefined) context.route = route;
    // Health checks take precedence over other requests, so that they are answered in time under load.
    const turn = route === HEALTH_PATH ? share.urgent(context.client) : context.turn();
    return turn === null
      ? answerNow(request, context, startedAtMs, respond, params)
      : turn.then(() => answerNow(request, context, startedAtMs, respond, params, true));
  };

  const answerNow = (
    request: Request,
    context: RequestContext,
    startedAtMs: number,
    respond: Responder,
    params: unknown,
    hasWaited = false,
  ): Response | Promise<Response> => {
    if (isRefusing) return finish(request, context, startedAtMs, responseOf(DRAINING, context.id));
    if (hasWaited && request.signal.aborted) return fail(request, context, startedAtMs, clientLeft());
    let answered: Response | Promise<Response>;
    try {
      checkHost(request.headers.get('host'));
      answered =
        watch === null ? respond(request, params, context) : watch.within(request, context, () => respond(request, params, context));
    } catch (error) {
      return fail(request, context, startedAtMs, error);
    }
    if (answered instanceof Promise) return finishLater(request, context, startedAtMs, answered);
    return finish(request, context, startedAtMs, answered);
  };

  /**
   * Answers a request that Bun's router has not matched: unusual paths, other methods, unknown paths, and routes that were added directly
   * to Elysia.
   */
  const serve = (request: Request): Response | Promise<Response> => {
    const path = pathOf(request.url);
    const answerEarly = early.get(path);
    if (answerEarly !== undefined && !isRefusing && isOneHost(request.headers.get('host')) && request.method !== 'OPTIONS')
      return answerEarly(request);
    return serveMatched(request, (_request, _params, context) => answer(request, path, context), undefined);
  };

  const besideRoutes = Object.entries(beside).map(([path, respond]) => [
    path,
    (request: Request) => serveMatched(request, toReadersOnly(respond), undefined, path),
  ]);
  const mountRoutes = Object.entries(mounts).map(([path, respond]) => [
    path,
    (request: Request) =>
      request.method === 'OPTIONS'
        ? serveMatched(request, (_request, _params, { id }) => optionsResponse(path, id), undefined, path)
        : serveMatched(request, respond, undefined, path),
  ]);
  const routes = {
    ...directRoutes(api, [...early.keys()], serve, serveMatched),
    ...Object.fromEntries([...besideRoutes, ...mountRoutes]),
  };
  const server = listen(deps, serve, routes);
  return {
    port: server.port ?? deps.port,
    url: `http://${deps.host.includes(':') ? `[${deps.host}]` : deps.host}:${server.port ?? deps.port}`,
    addressOf,
    pending: () => pending,
    refuse: () => {
      isRefusing = true;
    },
    async stop(graceMs) {
      isRefusing = true;
      closing.abort();
      const stopped = server.stop(false);
      const deadline = performance.now() + graceMs;
      while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_POLL_MS);
      if (server.pendingRequests > 0) log.warn('Requests were aborted at shutdown', { count: server.pendingRequests });
      // The only connections that are still open here are idle keep-alive connections and those of requests that did not end within the
      // grace time.
      await server.stop(true);
      await stopped;
    },
  };
}

function clientLeft(): TerminalError {
  return new TerminalError({ code: 'client-left', message: 'The client disconnected before its request was processed.', status: 499 });
}

const ANY_METHOD = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
const READING = 'GET, HEAD, OPTIONS';
const MOUNT_METHODS = ['GET', 'POST', 'OPTIONS'];

function toReadersOnly(respond: Responder): Responder {
  return (request, params, context) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return respond(request, params, context);
    const headers = { ...BASE_HEADERS, 'x-request-id': context.id, allow: READING };
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
    const message = `This path supports only ${READING}, not ${method}.`;
    const errors = { code: 'method-not-allowed', allow: READING.split(', ') };
    return responseOf(envelopeReply({ status: 405, message, data: null, errors, notShowPopUp: true }, { allow: READING }), context.id);
  };
}

function listen(
  deps: HttpServerDeps,
  serve: (request: Request) => Response | Promise<Response>,
  routes: ReturnType<typeof directRoutes>,
): Bun.Server<SocketStream> {
  try {
    return Bun.serve<SocketStream>({
      hostname: deps.host,
      port: deps.port,
      // Port reuse is off: with it, two services on one port would share the requests without noticing each other.
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      development: false,
      // Bun's own limit of the body size is disabled, because Bun answers with an empty 413. Our limit (`readBody`) answers in the
      // envelope.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      routes,
      fetch: serve,
      websocket: socketHandler,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'cannot-listen', message: `Cannot listen on ${deps.host}:${deps.port}: ${reason}`, cause });
  }
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
