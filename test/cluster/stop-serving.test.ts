import { expect, test } from 'bun:test';
import { createConnection, type Socket } from 'node:net';
import { stopServing } from '../../src/app/stop-serving.ts';
import { startTestServer } from '../integration/http/start-test-server.ts';
import { waitFor } from '../support/wait-for.ts';

const REQUEST = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** A client of raw bytes: `fetch` would not say when its bytes leave. */
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
  // A reset shows as a close without an answer.
  socket.on('error', () => undefined);
  return { heard, ask: () => void socket.write(REQUEST), [Symbol.dispose]: () => void socket.destroy() };
}

test('a request that was sent on an open connection just before the stop is answered', async () => {
  await using server = startTestServer();
  using asking = client(server.port);
  asking.ask();
  await waitFor(() => asking.heard.text.startsWith('HTTP/1.1 200'), { what: 'the first answer' });
  asking.heard.text = '';
  // In one turn of the loop: the server has had no chance to read it.
  asking.ask();
  await stopServing(server, 1_000);
  await waitFor(() => asking.heard.isClosed, { what: 'the end of the connection' });
  expect(asking.heard.text).toStartWith('HTTP/1.1 200');
});

test('a connection that the server had not accepted when it was told to stop is served', async () => {
  await using server = startTestServer();
  using asking = client(server.port);
  asking.ask();
  await stopServing(server, 1_000);
  await waitFor(() => asking.heard.isClosed, { what: 'the end of the connection' });
  expect(asking.heard.text).toStartWith('HTTP/1.1 200');
});
