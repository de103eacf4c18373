import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { heardBy, startSocketServer, USDC, WALLET } from '../../support/socket-server.ts';
import { waitFor } from '../../support/wait-for.ts';

/** Encodes text as a WebSocket frame of a client. The frame is masked, as the protocol requires, but with a mask of zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

/** A client that sends these messages, each after the answer to the one before, and then reads nothing until the test resumes it. */
async function openSleeper(port: number, messages: readonly { readonly say: string; readonly until: string }[]) {
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
  for (const { say, until } of messages) {
    socket.write(frame(say));
    await waitFor(() => received.includes(until), { what: `the answer to ${say}` });
  }
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
  using sleeper = await openSleeper(node.port, [{ say: `40{"token":"${WALLET}"}`, until: '"ready"' }]);
  const heard = heardBy(node.connect());
  await heard.got('ready');
  for (let n = 1; n <= 400; n += 1) {
    node.change(`r${n % 40}`, n);
    // After each group of 40 changes the test waits until a fast client has received them. So the changes were really sent one by one, and
    // were not combined in the node.
    if (n % 40 === 0) await waitFor(() => heard.of('trade').length >= n, { what: `${n} changes` });
  }
  sleeper.read();
  await waitFor(() => sleeper.received().includes('"n":400'), { what: 'the newest state' });
  const states = [...sleeper.received().matchAll(/"n":(\d+)/g)].map(([, n]) => Number(n));
  for (let n = 361; n <= 400; n += 1) expect(states).toContain(n);
  // A slow client needs only the newest state of each record. So fewer states than the 400 changes must have been sent to it.
  expect(states.length).toBeLessThan(400);
});

test('a client that does not read its prices is cut with a reason, and the others get theirs', async () => {
  let tick = () => {};
  const timers = {
    ...systemTimers,
    after(ms: number, run: () => void) {
      if (ms !== 1_000) return systemTimers.after(ms, run);
      tick = run;
      return () => undefined;
    },
  };
  await using node = startSocketServer({ timers });
  const subscription = { chainId: 8453, token: USDC };
  using sleeper = await openSleeper(node.port, [
    { say: '40/priceNamespace,', until: '40/priceNamespace' },
    { say: `42/priceNamespace,0${JSON.stringify(['subscribe', subscription])}`, until: '43/priceNamespace' },
  ]);
  const reader = node.connect('/priceNamespace', {});
  const heard = heardBy(reader);
  await reader.emitWithAck('subscribe', subscription);
  let n = 0;
  await waitFor(
    async () => {
      n += 1;
      node.priced.usd = `${n}.${'0'.repeat(20_000)}`;
      tick();
      await heard.got('price', n);
      return (await node.metrics.render('prometheus')).text.includes('coxswain_socket_cuts_total{reason="too-slow"} 1');
    },
    { what: 'the cut', everyMs: 1 },
  );
  sleeper.read();
  await waitFor(() => sleeper.received().includes('too-slow'), { what: 'the reason' });
  node.priced.usd = 'last';
  tick();
  expect(await heard.got('price', n + 1)).toHaveLength(n + 1);
});

test('a client that sends too much is cut with a reason', async () => {
  await using node = startSocketServer();
  const rude = new WebSocket(`${node.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    rude.onclose = ({ code, reason }) => resolve({ code, reason });
  });
  rude.onopen = () => {
    for (let i = 0; i < 300; i += 1) rude.send('3');
  };
  expect(await closed).toEqual({ code: 1008, reason: 'too-many-messages' });
  expect((await node.metrics.render('prometheus')).text).toContain('coxswain_socket_cuts_total{reason="too-many-messages"} 1');
});
