import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createConnection, createServer, type Socket } from 'node:net';
import { freePort } from '../support/free-port.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';
import { waitFor } from '../support/wait-for.ts';

const echo = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.pipe(socket);
});
let targetPort = 0;

beforeAll(async () => {
  targetPort = await freePort();
  await new Promise<void>((resolve) => echo.listen(targetPort, '127.0.0.1', resolve));
});
afterAll(() => void echo.close());

/** A test client that records the text that it receives, and whether the connection was closed. */
async function connect(port: number) {
  const socket: Socket = createConnection({ host: '127.0.0.1', port });
  const heard = { text: '', isClosed: false };
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard.text += text;
  });
  socket.on('close', () => {
    heard.isClosed = true;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  return { heard, say: (text: string) => socket.write(text), [Symbol.dispose]: () => void socket.destroy() };
}

test('a working line carries data in both directions', async () => {
  await using line = await createTcpProxy({ targetPort });
  using client = await connect(line.port);
  client.say('hello');
  await waitFor(() => client.heard.text === 'hello', { what: 'the echo' });
  expect(line.counts()).toEqual({ carried: 1, silent: 0 });
});

test('a cut line ends its connections and refuses new ones until it is fixed', async () => {
  await using line = await createTcpProxy({ targetPort });
  using before = await connect(line.port);
  await line.cut();
  await waitFor(() => before.heard.isClosed, { what: 'the end of the connection' });
  await expect(connect(line.port)).rejects.toThrow();
  await line.fix();
  using after = await connect(line.port);
  after.say('again');
  await waitFor(() => after.heard.text === 'again', { what: 'the echo' });
});

test('a silent line accepts everything and sends nothing; after the fix it carries only new connections', async () => {
  await using line = await createTcpProxy({ targetPort });
  using before = await connect(line.port);
  before.say('one');
  await waitFor(() => before.heard.text === 'one', { what: 'the first echo' });
  line.silence();
  using during = await connect(line.port);
  await waitFor(() => line.counts().silent === 2, { what: 'both to be silent' });
  before.say(' two');
  during.say('three');
  await line.fix();
  using after = await connect(line.port);
  after.say('four');
  // A text sent later has been echoed. If the proxy had passed on the earlier texts, their echoes would have arrived before that, so they
  // are really lost.
  await waitFor(() => after.heard.text === 'four', { what: 'the echo on the new connection' });
  expect([before.heard, during.heard]).toEqual([
    { text: 'one', isClosed: false },
    { text: '', isClosed: false },
  ]);
});
