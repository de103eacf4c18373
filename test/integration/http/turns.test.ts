import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { looseObject, number } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { reply } from '../../../src/http/reply.ts';
import { waitFor } from '../../support/wait-for.ts';
import { startTestServer } from './start-test-server.ts';

/** Starts a server in which each request waits for its turn on the thread until the test gives it the turn. */
function startHolding() {
  const waiting: { readonly owner: string; go(): void }[] = [];
  let begun = 0;
  const turn = (owner: () => string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ owner: owner(), go: resolve });
    return promise;
  };
  const share = { turn, turns: (owner: () => string) => () => turn(owner), urgent: () => null, waiting: () => waiting.length };
  const app = new Elysia({ name: 'work' });
  const responses = { 200: { description: 'Done.', data: number() } };
  const handle = () => {
    begun += 1;
    return reply(begun);
  };
  addRoute(app, { cost: 'cheap', method: 'GET', path: '/work', summary: 'Works', input: {}, responses, handle });
  addRoute(app, { cost: 'limited', method: 'POST', path: '/work', summary: 'Works', input: { body: looseObject({}) }, responses, handle });
  return { ...startTestServer({ resources: [app], share }), waiting, begun: () => begun };
}

test('health is answered while every other request waits for its turn', async () => {
  await using server = startHolding();
  const held = [server.get('/api/work'), server.get('/api/nothing-there'), server.get('/api/docs/json')];
  await waitFor(() => server.waiting.length === 3, { what: 'three who wait' });
  expect((await server.get('/api/health')).status).toBe(200);
  expect([server.begun(), server.pending()]).toEqual([0, 3]);
  for (const { owner, go } of server.waiting) {
    expect(owner).toBe('127.0.0.1');
    go();
  }
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 404, 200]);
});

test('nothing is done for a client that left before its turn', async () => {
  await using server = startHolding();
  const leaving = new AbortController();
  const left = server.get('/api/work', { signal: leaving.signal });
  await waitFor(() => server.waiting.length === 1, { what: 'one who waits' });
  leaving.abort();
  await expect(left).rejects.toThrow();
  // The server notices a disconnection a little later. After it has answered three more requests, it has certainly noticed it.
  for (let at = 0; at < 3; at += 1) await server.get('/api/health');
  server.waiting[0]?.go();
  await waitFor(() => server.lines.some(({ path }) => path === '/api/work'), { what: 'the end of the request' });
  expect(server.begun()).toBe(0);
  expect(server.lines).toContainEqual(expect.objectContaining({ message: 'request', path: '/api/work', status: 499 }));
});

test('bodies that arrive at the same time are not parsed at the same time', async () => {
  await using server = startHolding();
  const posted = server.post('/api/work', JSON.stringify({ text: 'x'.repeat(40_000) }));
  await waitFor(() => server.waiting.length === 1, { what: 'the first turn' });
  server.waiting[0]?.go();
  await waitFor(() => server.waiting.length === 2, { what: 'the second turn' });
  expect(server.begun()).toBe(0);
  server.waiting[1]?.go();
  expect((await posted).status).toBe(200);
});
