import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { object, string } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { bareReply } from '../../../src/http/reply.ts';
import { contextOf } from '../../../src/http/request-context.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

/**
 * The test server has three routes: `GET /items/:name` and `POST /items/fixed` made by `addRoute`, and `GET /items/by-hand` added directly
 * to Elysia.
 */
function createItemRoutes() {
  const app = new Elysia({ name: 'items', prefix: '/items' });
  const text = (body: string) => bareReply(body, { headers: { 'content-type': 'text/plain' } });
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/:name',
    summary: 'Says the name and the id of the request',
    input: { params: object({ name: string() }) },
    responses: { 200: { description: 'Text.', bare: { contentType: 'text/plain' } } },
    handle: ({ params, request }) => text(`${params.name} ${contextOf(request).id}`),
  });
  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/fixed',
    summary: 'Fixed',
    input: {},
    responses: { 200: { description: 'Text.', bare: { contentType: 'text/plain' } } },
    handle: () => text('posted'),
  });
  app.get('/by-hand', () => new Response('by hand'));
  return app;
}

const ask = { headers: { 'x-request-id': 'me' } };

test.each([
  ['plain', 'plain me'],
  ['fixed', 'fixed me'],
  ['a%2Fb', 'a/b me'],
  ['%E2%82%AC', '€ me'],
  ['%25zz', '%zz me'],
  ['a+b;c=d', 'a+b;c=d me'],
  ['by-hand', 'by hand'],
  ['x/', 'x me'],
])('/items/%s is answered alike, whichever router finds it', async (path, body) => {
  await using server = startTestServer({ resources: [createItemRoutes()] });
  const response = await server.get(`/api/items/${path}`, ask);
  expect([response.status, await response.text()]).toEqual([200, body]);
});

test('a path that two routes share by method takes both, and names both to others', async () => {
  await using server = startTestServer({ resources: [createItemRoutes()] });
  expect(await (await server.get('/api/items/fixed', { method: 'POST' })).text()).toBe('posted');
  const refused = await server.get('/api/items/fixed', { method: 'DELETE' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  expect((await server.get('/api/items/other', { method: 'POST' })).status).toBe(405);
});

test('dots in a path stay steps up, also on their own', async () => {
  await using server = startTestServer({ resources: [createItemRoutes()] });
  expect((await server.get('/api/items/%2e%2e')).status).toBe(404);
  expect((await server.get('/api/items/x/%2e%2e/plain')).status).toBe(200);
});

test('a client that disconnects in the middle of its body causes no server error', async () => {
  await using server = startTestServer();
  const closed = Promise.withResolvers<void>();
  await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port,
    socket: {
      open(socket) {
        socket.write('POST /api/sample/any HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
        socket.flush();
        socket.end();
      },
      data() {},
      close: () => closed.resolve(),
    },
  });
  await closed.promise;
  expect((await readEnvelope(await server.get('/api/health'))).data).toEqual({ ok: true });
  expect(server.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
