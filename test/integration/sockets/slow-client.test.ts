import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { heardBy, startSocketServer, WALLET } from '../../support/socket-server.ts';
import { waitFor } from '../../support/wait-for.ts';

/** Encodes text as a masked WebSocket frame of a client, with a mask of zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

/** A client that signs in and then reads nothing until the test resumes it. */
async function openSleeper(port: number) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await waitFor(() => received.includes('"sid"'), { what: 'the handshake' });
  socket.write(frame(`40{"token":"${WALLET}"}`));
  await waitFor(() => received.includes('"ready"'), { what: 'the first event' });
  socket.pause();
  return {
    read: () => socket.resume(),
    received: () => received,
    [Symbol.dispose]: () => socket.destroy(),
  };
}

test('a client that does not read gets the newest state of each record when it does, and holds up nobody', async () => {
  const pad = 'x'.repeat(50_000);
  await using node = startSocketServer({ pad });
  using sleeper = await openSleeper(node.port);
  const heard = heardBy(node.connect());
  await heard.got('ready');
  for (let n = 1; n <= 400; n += 1) {
    node.change(`r${n % 40}`, n);
    // Other clients get each change at once, so that the changes are not combined.
    if (n % 40 === 0) await waitFor(() => heard.of('trade').length >= n, { what: `${n} changes` });
  }
  sleeper.read();
  await waitFor(() => sleeper.received().includes('"n":400'), { what: 'the newest state' });
  const states = [...sleeper.received().matchAll(/"n":(\d+)/g)].map(([, n]) => Number(n));
  for (let n = 361; n <= 400; n += 1) expect(states).toContain(n);
  // Most of the intermediate states were never sent.
  expect(states.length).toBeLessThan(400);
});
