import { type AnyElysia, Elysia } from 'elysia';
import { looseObject, object, optional, picklist, string } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import type { CorsOrigins } from '../../../src/http/cors.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { createDebugStats, DEBUG_STATS_PATH } from '../../../src/http/debug-stats/debug-stats.ts';
import { createDocsRoutes } from '../../../src/http/docs/docs-routes.ts';
import { amount, chainIdText, evmAddress } from '../../../src/http/fields.ts';
import { createHealthRoutes, type ReadinessProbe } from '../../../src/http/health/health-routes.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { findKeys } from '../../../src/http/parse-json.ts';
import type { RouteLimits } from '../../../src/http/rate-limit.ts';
import { MAX_BODY_BYTES } from '../../../src/http/read-body.ts';
import { bareReply, reply } from '../../../src/http/reply.ts';
import { rawBodyOf } from '../../../src/http/request-context.ts';
import type { StreamSlots } from '../../../src/http/stream-slots.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';
import type { LoopShare } from '../../../src/platform/loop/loop-share.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** Starts a server with a resource that has one route of each kind. The server stops when the test ends (`await using`). */
export function startTestServer(
  options: {
    resources?: AnyElysia[];
    corsOrigins?: CorsOrigins;
    probes?: ReadinessProbe[];
    streams?: StreamSlots;
    limits?: RouteLimits;
    maxHeldBytes?: number;
    requireRoom?: () => void;
    share?: LoopShare;
  } = {},
) {
  const lines: LogLine[] = [];
  const log = createPinoLog({ level: 'debug', write: (line) => lines.push(JSON.parse(line)) });
  const api = createApi({
    log,
    resources: [createHealthRoutes({ probes: options.probes ?? [] }), createSampleRoutes(), ...(options.resources ?? [])],
    docs: (whole) => createDocsRoutes({ api: whole, version: '0.0.0', now: () => 0 }),
  });
  const server = createHttpServer({
    api,
    beforeAll: { [DEBUG_STATS_PATH]: createDebugStats(() => ({ actors: { resident: 3 }, requests: 1 })) },
    host: '127.0.0.1',
    port: 0,
    corsOrigins: options.corsOrigins ?? [],
    log,
    requestIdPrefix: 'test',
    ...(options.streams === undefined ? {} : { streams: options.streams }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.maxHeldBytes === undefined ? {} : { maxHeldBytes: options.maxHeldBytes }),
    ...(options.requireRoom === undefined ? {} : { requireRoom: options.requireRoom }),
    ...(options.share === undefined ? {} : { share: options.share }),
  });
  return {
    ...server,
    lines,
    get: (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init),
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
    [Symbol.asyncDispose]: () => server.stop(0),
  };
}

function createSampleRoutes(): AnyElysia {
  const app = new Elysia({ name: 'sample', prefix: '/sample' });
  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/order/:chainId',
    summary: 'Takes an order',
    input: {
      params: object({ chainId: chainIdText }),
      query: object({ dry: optional(picklist(['0', '1'])) }),
      body: object({ wallet: evmAddress, amount, chainId: object({ chainId: optional(string()) }) }),
    },
    responses: { 201: { description: 'The order.', data: looseObject({ body: looseObject({ wallet: string() }) }) } },
    handle: (input) => reply({ ...input, request: null }, { status: 201 }),
  });
  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/any',
    summary: 'Takes any object without operator keys',
    maxBodyBytes: MAX_BODY_BYTES,
    input: { body: looseObject({}) },
    responses: { 200: { description: 'What came.', data: looseObject({ raw: string() }) } },
    handle: ({ body, request }) => reply({ body, operators: findKeys(body, (key) => key.startsWith('$')), raw: rawBodyOf(request) }),
  });
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/text/:name',
    summary: 'Says the name',
    input: { params: object({ name: string() }), query: object({ list: optional(string()) }) },
    responses: { 200: { description: 'The name.', bare: { contentType: 'text/plain' } } },
    handle: ({ params, query }) => bareReply(`${params.name} ${query.list ?? ''}`, { headers: { 'content-type': 'text/plain' } }),
  });
  return app;
}
