import { describe, expect, test } from 'bun:test';
import type { Socket } from 'socket.io-client';
import { heardBy, startSocketServer } from '../../support/socket-server.ts';
import { waitFor } from '../../support/wait-for.ts';

const RECONNECT = { reconnection: true, reconnectionDelay: 20, reconnectionDelayMax: 20, randomizationFactor: 0 };

/** Closes the connection as a network failure does, so that the client library reconnects by itself. */
function cut(socket: Socket): void {
  socket.io.engine.close();
}

describe('a client that was cut off', () => {
  test('gets what it missed, and nothing is lost', async () => {
    await using node = startSocketServer();
    const socket = node.connect('/', undefined, RECONNECT);
    const heard = heardBy(socket);
    await heard.got('ready');
    node.change('one', 1);
    await heard.got('trade');
    cut(socket);
    node.change('one', 2);
    node.change('two', 1);
    await heard.got('ready', 2);
    expect(heard.of('ready')[1]).toMatchObject({ continued: true });
    expect(socket.recovered).toBe(true);
    await heard.got('trade', 3);
    expect(heard.of('trade').slice(1)).toEqual([
      { id: 'one', n: 2 },
      { id: 'two', n: 1 },
    ]);
    node.change('three', 1);
    expect(await heard.got('trade', 4)).toHaveLength(4);
    expect(heard.of('resync')).toEqual([]);
  });

  test('also before its first record', async () => {
    await using node = startSocketServer();
    const socket = node.connect('/', undefined, RECONNECT);
    const heard = heardBy(socket);
    await heard.got('ready');
    cut(socket);
    node.change('one', 1);
    expect(await heard.got('trade')).toEqual([{ id: 'one', n: 1 }]);
  });

  test('is told to read everything again when too much happened', async () => {
    await using node = startSocketServer({ capacity: 10 });
    const socket = node.connect('/', undefined, RECONNECT);
    const heard = heardBy(socket);
    await heard.got('ready');
    cut(socket);
    for (let n = 0; n < 50; n += 1) node.change('one', n);
    expect(await heard.got('resync')).toEqual([{ reason: 'too-long-ago' }]);
    expect(socket.recovered).toBe(false);
    node.change('two', 1);
    await waitFor(() => heard.of('trade').some((trade) => JSON.stringify(trade) === '{"id":"two","n":1}'), { what: 'the next change' });
  });

  test('has to sign in again', async () => {
    await using node = startSocketServer();
    let token = String(`0x${'a1'.repeat(20)}`);
    const socket = node.connect('/', () => ({ token }), RECONNECT);
    const heard = heardBy(socket);
    await heard.got('ready');
    token = 'junk';
    const refused = new Promise<{ data?: { code?: string } }>((resolve) => socket.once('connect_error', resolve));
    cut(socket);
    node.change('one', 1);
    expect((await refused).data).toMatchObject({ code: 'token-wrong' });
    expect(heard.of('trade')).toEqual([]);
  });
});

test('connections that end when the node stops are no refusal: clients connect again by themselves', async () => {
  const node = startSocketServer();
  const socket = node.connect('/', undefined, { ...RECONNECT, reconnectionDelay: 200, reconnectionDelayMax: 200 });
  const heard = heardBy(socket);
  await heard.got('ready');
  await node.stop();
  await using again = startSocketServer({ port: node.port, records: node.records });
  await heard.got('ready', 2);
  again.change('one', 1);
  expect(await heard.got('trade')).toEqual([{ id: 'one', n: 1 }]);
  // The node was restarted and its new process does not know the client's position in the feed. So the client must get a `resync`.
  expect(heard.of('resync')).toHaveLength(1);
  socket.disconnect();
});
