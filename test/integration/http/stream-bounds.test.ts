import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { addRoute } from '../../../src/http/add-route.ts';
import { sseReply } from '../../../src/http/sse.ts';
import { createStreamSlots } from '../../../src/http/stream-slots.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { waitFor } from '../../support/wait-for.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

function startStreaming(bounds: { inAll: number; perClient: number }) {
  const streams = createStreamSlots(bounds);
  let begun = 0;
  const app = new Elysia({ name: 'streaming' });
  const route = {
    method: 'GET',
    summary: 'Streams',
    input: {},
    responses: { 200: { description: 'Frames.', bare: { contentType: 'text/event-stream' } } },
    handle() {
      begun += 1;
      return sseReply({
        async *frames() {
          yield { data: 'first' };
          await new Promise<never>(() => {});
        },
        onError: () => {},
      });
    },
  } as const;
  addRoute(app, { ...route, cost: 'cheap', path: '/open' });
  addRoute(app, { ...route, cost: 'operator', path: '/operators', authorize: () => 'alice' });
  addRoute(app, {
    ...{ ...route, cost: 'cheap', path: '/nothing' },
    handle() {
      throw new TerminalError({ code: 'not-found', message: 'Nothing.', status: 404 });
    },
  });
  return { ...startTestServer({ resources: [app], streams }), streams, begun: () => begun };
}

test('a client with as many streams as it may gets 429, before anything is done, until one has ended', async () => {
  await using server = startStreaming({ inAll: 10, perClient: 2 });
  const leave = new AbortController();
  await server.get('/api/open', { signal: leave.signal });
  await server.get('/api/open');
  const refused = await server.get('/api/open');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await readEnvelope(refused)).errors).toMatchObject({ code: 'too-many-streams', limit: 2 });
  expect(server.begun()).toBe(2);
  expect((await server.get('/api/operators')).status).toBe(200);
  leave.abort();
  await waitFor(() => server.streams.open() === 1, { what: 'the end of the stream' });
  expect((await server.get('/api/open')).status).toBe(200);
});

test('a node with as many streams as it may have answers 503; what became no stream does not count', async () => {
  await using server = startStreaming({ inAll: 1, perClient: 0 });
  for (let i = 0; i < 3; i += 1) expect((await server.get('/api/nothing')).status).toBe(404);
  expect((await server.get('/api/open', { method: 'HEAD' })).status).toBeLessThan(500);
  expect(server.streams.open()).toBe(0);
  await server.get('/api/open');
  const refused = await server.get('/api/open');
  expect([refused.status, (await readEnvelope(refused)).errors.code]).toEqual([503, 'streams-full']);
  expect((await server.get('/api/health')).status).toBe(200);
});
