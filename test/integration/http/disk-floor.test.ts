import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { object } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { reply } from '../../../src/http/reply.ts';
import { OverloadError } from '../../../src/values/errors/overload-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

test('with a full disk routes that store data of strangers answer 503 before they read the body; reads and operator actions continue', async () => {
  let isFull = true;
  let handled = 0;
  const app = new Elysia({ name: 'keeping' });
  const route = {
    ...{ summary: 'Keeps', input: {}, responses: { 200: { description: 'Done.', data: object({}) } } },
    handle: () => {
      handled += 1;
      return reply({});
    },
  };
  addRoute(app, { ...route, method: 'POST', path: '/writes', cost: 'limited' });
  addRoute(app, { ...route, method: 'GET', path: '/refreshes', cost: 'limited', keeps: true });
  addRoute(app, { ...route, method: 'POST', path: '/only-computes', cost: 'limited', keeps: false });
  addRoute(app, { ...route, method: 'GET', path: '/reads', cost: 'cheap' });
  addRoute(app, { ...route, method: 'POST', path: '/operators', cost: 'operator', authorize: () => 'alice' });
  await using server = startTestServer({
    resources: [app],
    requireRoom: () => {
      if (isFull) throw new OverloadError({ code: 'disk-nearly-full', retryAfterMs: 60_000, message: 'Full.' });
    },
  });
  const ask = (method: string, path: string) => server.get(`/api/${path}`, { method });
  for (const [method, path] of [['POST', 'writes'] as const, ['GET', 'refreshes'] as const]) {
    const refused = await ask(method, path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect((await readEnvelope(refused)).errors).toMatchObject({ code: 'disk-nearly-full' });
  }
  expect(handled).toBe(0);
  for (const [method, path] of [
    ['POST', 'only-computes'],
    ['GET', 'reads'],
    ['POST', 'operators'],
  ] as const)
    expect((await ask(method, path)).status).toBe(200);
  isFull = false;
  expect((await ask('POST', 'writes')).status).toBe(200);
});
