import { Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { evmAddress } from '../../../src/http/fields.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { reply } from '../../../src/http/reply.ts';
import { silentLog } from '../../../src/platform/log/log.ts';

const baseUnits = v.pipe(v.string(), v.regex(/^\d{1,78}$/));
const params = v.object({ key: v.string() });
const query = v.object({ tags: v.optional(v.string()) });
const body = v.object({ wallet: evmAddress, order: v.number(), spent: baseUnits, received: baseUnits });

/** Serves resources with two routes each, written like the routes of this service: with `addRoute`, `createApi`, `createHttpServer`. */
export function serveRouteTable(resources: number) {
  const made = Array.from({ length: resources }, (_, i) => {
    const app = new Elysia({ name: `resource-${i}`, prefix: `/r${i}` });
    addRoute(app, {
      ...{ cost: 'cheap', method: 'GET', path: '/get/:key', summary: 'Answers', input: { params, query } },
      responses: { 200: { description: 'The key.', data: v.object({ key: v.string() }) } },
      handle: ({ params, query }) => reply({ key: params.key, ...query }),
    });
    addRoute(app, {
      ...{ cost: 'limited', method: 'POST', path: '/post/:key', summary: 'Reads, checks, answers', input: { params, body } },
      responses: { 200: { description: 'The order.', data: v.object({ order: v.number() }) } },
      handle: ({ body }) => reply({ order: body.order }),
    });
    return app;
  });
  const server = createHttpServer({
    api: createApi({ resources: made, log: silentLog }),
    ...{ host: '127.0.0.1', port: 0, corsOrigins: [], log: silentLog, requestIdPrefix: 'bench' },
  });
  return { url: `${server.url}/api`, stop: () => server.stop(0) };
}
