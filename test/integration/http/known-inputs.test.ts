import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { number, object, pipe, string, toLowerCase, transform } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { chainIdText } from '../../../src/http/fields.ts';
import { reply } from '../../../src/http/reply.ts';
import { startTestServer } from './start-test-server.ts';

/** Tests routes whose whole input is one path parameter. Such a parameter is validated only once for each text. */
function createRoutes(onRead: (text: string) => void) {
  const app = new Elysia({ name: 'known', prefix: '/known' });
  const read = pipe(
    string(),
    toLowerCase(),
    transform((text) => {
      onRead(text);
      return text;
    }),
  );
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/name/:name',
    summary: 'Says the name',
    input: { params: object({ name: read }) },
    responses: { 200: { description: 'The name.', data: string() } },
    handle: ({ params }) => reply(params.name),
  });
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/chain/:chainId',
    summary: 'Says the chain',
    input: { params: object({ chainId: chainIdText }) },
    responses: { 200: { description: 'The chain.', data: number() } },
    handle({ params }) {
      params.chainId += 1;
      return reply(params.chainId);
    },
  });
  return app;
}

test('a path parameter is validated once for each text, and an invalid one is refused each time', async () => {
  const texts: string[] = [];
  await using server = startTestServer({ resources: [createRoutes((text) => texts.push(text))] });
  const dataOf = async (path: string): Promise<unknown> => JSON.parse(await (await server.get(path)).text()).data;
  for (const name of ['A', 'b', 'A', 'b', 'a']) expect(await dataOf(`/api/known/name/${name}`)).toBe(name.toLowerCase());
  expect(texts).toEqual(['a', 'b', 'a']);
  for (const _ of [1, 2]) expect((await server.get('/api/known/chain/x1')).status).toBe(400);
});

test('more texts than are remembered all get their own reply', async () => {
  await using server = startTestServer({ resources: [createRoutes(() => {})] });
  const names = Array.from({ length: 600 }, (_, n) => `n${n}`);
  const read = async (name: string): Promise<unknown> => JSON.parse(await (await server.get(`/api/known/name/${name}`)).text()).data;
  for (const _ of [1, 2]) expect(await Promise.all(names.map(read))).toEqual(names);
});

test('a handler that changes the remembered input fails at once', async () => {
  await using server = startTestServer({ resources: [createRoutes(() => {})] });
  for (const _ of [1, 2]) expect((await server.get('/api/known/chain/137')).status).toBe(500);
});
