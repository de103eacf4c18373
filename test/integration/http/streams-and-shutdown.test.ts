import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { type AnyElysia, Elysia } from 'elysia';
import { boolean, object } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { reply } from '../../../src/http/reply.ts';
import { type SseFrame, sseReply } from '../../../src/http/sse.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

function createStreamRoutes(
  frames: (signal: AbortSignal) => AsyncIterable<SseFrame>,
  onError: (error: unknown) => void = () => {},
): AnyElysia {
  const app = new Elysia({ name: 'stream' });
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/stream',
    summary: 'Streams',
    input: {},
    responses: { 200: { description: 'Frames.', bare: { contentType: 'text/event-stream' } } },
    handle: () => sseReply({ frames, onError, heartbeatMs: 20 }),
  });
  return app;
}

/** Returns a promise that never settles. It simulates a source of events that ignores the abort signal of its stream. */
const forever = () => new Promise<never>(() => {});

async function readUntil(response: Response, text: string): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let read = '';
  while (!read.includes(text)) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) break;
    read += decoder.decode(chunk.value);
  }
  return read;
}

describe('a stream of events', () => {
  test('sends frames in order, with names, ids and several lines, and ends', async () => {
    await using server = startTestServer({
      resources: [
        createStreamRoutes(async function* () {
          yield { data: { n: 1 } };
          yield { event: 'token', id: '7', data: 'two\nlines' };
          yield { event: 'end', data: '' };
        }),
      ],
    });
    const response = await server.get('/api/stream');
    const { headers } = response;
    expect([headers.get('content-type'), headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual([
      'text/event-stream; charset=utf-8',
      'no-cache',
      'no',
    ]);
    expect(headers.get('x-request-id')).toStartWith('test-');
    expect(await response.text()).toBe(': open\n\ndata: {"n":1}\n\nevent: token\nid: 7\ndata: two\ndata: lines\n\nevent: end\ndata: \n\n');
  });

  test('sends a heartbeat while there is nothing to say', async () => {
    await using server = startTestServer({
      resources: [
        createStreamRoutes(async function* () {
          await forever();
          yield { data: '' };
        }),
      ],
    });
    expect(await readUntil(await server.get('/api/stream'), ': heartbeat\n\n: heartbeat\n\n')).toStartWith(': open\n\n: heartbeat\n\n');
  });

  test('sends frames and heartbeats in turn when its source speaks rarely', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using server = startTestServer({
      resources: [
        createStreamRoutes(async function* () {
          for (const [n, gate] of gates.entries()) {
            await gate.promise;
            yield { data: { n } };
          }
        }),
      ],
    });
    const reader = (await server.get('/api/stream')).body?.getReader();
    let text = '';
    const until = async (end: string) => {
      while (!text.endsWith(end)) text += new TextDecoder().decode((await reader?.read())?.value);
    };
    for (const [n, gate] of gates.entries()) {
      await until(': heartbeat\n\n');
      gate.resolve();
      await until(`data: {"n":${n}}\n\n`);
    }
    expect((await reader?.read())?.done).toBe(true);
    expect(text.replaceAll(/(: heartbeat\n\n)+/g, ': heartbeat\n\n')).toBe(
      ': open\n\n: heartbeat\n\ndata: {"n":0}\n\n: heartbeat\n\ndata: {"n":1}\n\n',
    );
  });

  test('tells its source when the client has left, while that waits', async () => {
    const left = Promise.withResolvers<string>();
    await using server = startTestServer({
      resources: [
        createStreamRoutes(async function* (signal) {
          yield { data: 'first' };
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          left.resolve('told');
        }),
      ],
    });
    const client = new AbortController();
    const response = await server.get('/api/stream', { signal: client.signal });
    await readUntil(response, 'first');
    client.abort();
    expect(await left.promise).toBe('told');
  });

  test('ends with an error event when its source fails, and the failure is reported', async () => {
    const errors: unknown[] = [];
    await using server = startTestServer({
      resources: [
        createStreamRoutes(
          async function* () {
            yield { data: 'first' };
            throw new Error('source failed');
          },
          (error) => errors.push(error),
        ),
      ],
    });
    const text = await (await server.get('/api/stream')).text();
    expect(text).toEndWith('data: first\n\nevent: error\ndata: {"code":"stream-failed"}\n\n');
    expect(errors.map(String)).toEqual(['Error: source failed']);
  });
});

function createSlowRoutes() {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const app = new Elysia({ name: 'slow' });
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/slow',
    summary: 'Waits',
    input: {},
    responses: { 200: { description: 'At last.', data: object({ done: boolean() }) } },
    async handle() {
      arrived.resolve();
      await gate.promise;
      return reply({ done: true });
    },
  });
  return { app, arrived: arrived.promise, open: () => gate.resolve() };
}

describe('shutting down', () => {
  test('lets requests in flight finish', async () => {
    const slow = createSlowRoutes();
    const server = startTestServer({ resources: [slow.app] });
    const response = server.get('/api/slow');
    await slow.arrived;
    const stopped = server.stop(60_000);
    slow.open();
    expect((await response).status).toBe(200);
    expect((await readEnvelope(await response)).data).toEqual({ done: true });
    await stopped;
    expect(server.pending()).toBe(0);
  });

  test('cuts what does not end in time, and says so', async () => {
    const slow = createSlowRoutes();
    const server = startTestServer({ resources: [slow.app] });
    const outcome = server.get('/api/slow').then(
      () => 'answered',
      () => 'cut',
    );
    await slow.arrived;
    await server.stop(20);
    expect(await outcome).toBe('cut');
    expect(server.lines.at(-1)).toMatchObject({ level: 'warn', message: 'Requests were aborted at shutdown', count: 1 });
    slow.open();
  });

  test('ends streams and idle connections at once', async () => {
    const server = startTestServer({
      resources: [
        createStreamRoutes(async function* () {
          await forever();
          yield { data: '' };
        }),
      ],
    });
    const closed = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const idle = connect(server.port, '127.0.0.1', () => idle.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    idle.on('data', () => answered.resolve());
    idle.on('close', () => closed.resolve());
    await answered.promise;
    const stream = await server.get('/api/stream');
    await readUntil(stream, ': open');
    await server.stop(60_000);
    await closed.promise;
    expect(server.pending()).toBe(0);
  });

  test('a port that is taken is one clear error', async () => {
    await using server = startTestServer();
    const again = () =>
      createHttpServer({ api: new Elysia(), host: '127.0.0.1', port: server.port, corsOrigins: [], log: silentLog, requestIdPrefix: 'x' });
    expect(again).toThrow(new RegExp(`Cannot listen on 127.0.0.1:${server.port}`));
  });
});
