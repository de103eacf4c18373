import { expect, test } from 'bun:test';
import { createConnection, type Socket } from 'node:net';
import { stopServing } from '../../src/app/stop-serving.ts';
import { createSeededRandom } from '../crash/seeded-random.ts';
import { startTestServer } from '../integration/http/start-test-server.ts';
import { waitFor } from '../support/wait-for.ts';

const REQUEST = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** A test client that sends raw bytes, because `fetch` does not report when its bytes have been sent. */
function client(port: number) {
  const heard = { text: '', isClosed: false };
  const socket: Socket = createConnection({ host: '127.0.0.1', port });
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    heard.text += text;
  });
  socket.on('close', () => {
    heard.isClosed = true;
  });
  // A reset connection appears to this client as closed without a reply.
  socket.on('error', () => undefined);
  return { heard, ask: () => void socket.write(REQUEST), [Symbol.dispose]: () => void socket.destroy() };
}

/**
 * Number of test rounds; the test then takes seconds. It is enough to detect a server that closes without first refusing requests for a
 * while, because such a server breaks a connection in most rounds.
 */
const ROUNDS = 12;
const CLIENTS = 12;
const MOST_PAUSE_MS = 30;

/**
 * Sends requests on one connection until a reply announces that the connection will close. Returns a description of the problem; null when
 * each request was answered.
 */
async function askUntilTold(port: number, pauseMs: () => number): Promise<string | null> {
  using asking = client(port);
  for (;;) {
    asking.heard.text = '';
    asking.ask();
    await waitFor(() => asking.heard.text.endsWith('}') || asking.heard.isClosed, { what: 'an answer', everyMs: 1 });
    const { text } = asking.heard;
    if (!text.endsWith('}')) return `closed after ${text.length} bytes of an answer`;
    if (/^connection: close\r$/im.test(text)) return /^retry-after: \d+\r$/im.test(text) ? null : 'told to go, and not for how long';
    await Bun.sleep(pauseMs());
    if (asking.heard.isClosed) return 'closed without having been told';
  }
}

test('clients that keep sending on open connections all learn that these will close, and lose no request', async () => {
  const random = createSeededRandom(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    await using server = startTestServer();
    const clients = Array.from({ length: CLIENTS }, () => askUntilTold(server.port, () => random.integer(1, MOST_PAUSE_MS)));
    // The server stops after a random delay, so that it stops at a different point of the clients' work in each round.
    await Bun.sleep(random.integer(1, MOST_PAUSE_MS));
    await stopServing(server, 1_000, { refusingSteps: 5 });
    expect(await Promise.all(clients)).toEqual(clients.map(() => null));
  }
}, 30_000);

test('a node that shuts down answers every request with 503, also those that are answered before the routes', async () => {
  await using server = startTestServer();
  server.refuse();
  for (const path of ['/api/health', '/api/ready', '/api/debug-stats', '/api/nothing', '/api/%61']) {
    const response = await server.get(path);
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2']);
    expect(await response.json()).toMatchObject({ status: 503, data: null, errors: { code: 'draining' } });
  }
  expect((await server.post('/api/sample/any', '{}')).status).toBe(503);
  expect(server.pending()).toBe(0);
});

test('a request that was sent on an open connection just before the stop is answered', async () => {
  await using server = startTestServer();
  using asking = client(server.port);
  asking.ask();
  await waitFor(() => asking.heard.text.startsWith('HTTP/1.1 200'), { what: 'the first answer' });
  asking.heard.text = '';
  // The request is sent in the same turn of the event loop in which the server begins to stop. So the server cannot have read it before,
  // and must still answer it.
  asking.ask();
  await stopServing(server, 1_000);
  await waitFor(() => asking.heard.isClosed, { what: 'the end of the connection' });
  expect(asking.heard.text).toStartWith('HTTP/1.1 200');
});

test('a connection that the server had not accepted when it got the signal is served', async () => {
  await using server = startTestServer();
  using asking = client(server.port);
  asking.ask();
  await stopServing(server, 1_000);
  await waitFor(() => asking.heard.isClosed, { what: 'the end of the connection' });
  expect(asking.heard.text).toStartWith('HTTP/1.1 200');
});
