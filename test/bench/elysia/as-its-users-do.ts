import { Elysia, t } from 'elysia';
import * as v from 'valibot';
import { evmAddress } from '../../../src/http/fields.ts';
import { createRequestIds } from '../../../src/http/request-ids.ts';
import { BASE_HEADERS } from '../../../src/http/response-of.ts';

const baseUnits = v.pipe(v.string(), v.regex(/^\d{1,78}$/));
const byValibot = {
  params: v.object({ key: v.string() }),
  query: v.object({ tags: v.optional(v.string()) }),
  body: v.object({ wallet: evmAddress, order: v.number(), spent: baseUnits, received: baseUnits }),
};
const unitsOfElysia = t.String({ pattern: '^\\d{1,78}$' });
const byElysia = {
  params: t.Object({ key: t.String() }),
  query: t.Object({ tags: t.Optional(t.String()) }),
  body: t.Object({
    wallet: t.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
    order: t.Number(),
    spent: unitsOfElysia,
    received: unitsOfElysia,
  }),
};

/**
 * An Elysia plugin whose lifecycle hooks give every reply what our API promises: request id, headers, envelope, and errors in the envelope.
 */
function envelopes() {
  const idOf = createRequestIds('bench');
  return new Elysia({ name: 'envelopes' })
    .onRequest(({ request, set }) => {
      Object.assign(set.headers, BASE_HEADERS, { 'x-request-id': idOf(request) });
    })
    .onAfterHandle({ as: 'global' }, ({ responseValue, set }) => ({
      ...{ status: Number(set.status ?? 200), message: 'success', data: responseValue, errors: null, notShowPopUp: true },
    }))
    .onError({ as: 'global' }, ({ code, error, set }) => {
      const isInvalid = code === 'VALIDATION';
      const status = isInvalid || code === 'PARSE' ? 400 : code === 'NOT_FOUND' ? 404 : 500;
      set.status = status;
      const problems = isInvalid && 'all' in error ? error.all : undefined;
      return { status, message: String(code), data: null, errors: { code: String(code).toLowerCase(), problems }, notShowPopUp: true };
    });
}

/**
 * Serves the benchmark's routes in the way in which users of Elysia would write them: with schemas on routes, lifecycle hooks and plugins.
 */
export function serveAsItsUsersDo(resources: number, schemas: 'valibot' | 'elysia') {
  const api = new Elysia({ prefix: '/api' }).use(envelopes());
  for (let i = 0; i < resources; i += 1) api.use(schemas === 'valibot' ? valibotResource(i) : elysiaResource(i));
  api.listen({ port: 0, hostname: '127.0.0.1' });
  return { url: `http://127.0.0.1:${api.server?.port}/api`, stop: async () => void (await api.stop(true)) };
}

function valibotResource(i: number) {
  const { params, query, body } = byValibot;
  return new Elysia({ name: `resource-${i}`, prefix: `/r${i}` })
    .get('/get/:key', ({ params, query }) => ({ key: params.key, ...query }), { params, query })
    .post('/post/:key', ({ body }) => ({ order: body.order }), { params, body });
}

function elysiaResource(i: number) {
  const { params, query, body } = byElysia;
  return new Elysia({ name: `resource-${i}`, prefix: `/r${i}` })
    .get('/get/:key', ({ params, query }) => ({ key: params.key, ...query }), { params, query })
    .post('/post/:key', ({ body }) => ({ order: body.order }), { params, body });
}
