import { afterAll, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { freePort } from '../support/free-port.ts';
import { type AwayNodes, strictRequest } from './strict-request.ts';

const PATIENCE_MS = 10_000;
/** Time limit in milliseconds for a client that no node serves. The test waits for this whole time. */
const SHORT_MS = 50;
const closing: (() => unknown)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

function node(status: number, headers: Record<string, string> = {}): string {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ status }, { status, headers }) });
  closing.push(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}

/** A test server that accepts the request and closes the connection without a reply, like a node that crashes. */
async function breakingNode(): Promise<string> {
  const port = await freePort();
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${port}`;
}

const good = node(200);
const draining = node(503, { 'retry-after': '1' });
const absent = async () => `http://127.0.0.1:${await freePort()}`;
const askFor = (patienceMs: number, ...urls: string[]) => strictRequest(urls, 0, { path: '/x' }, patienceMs);
const ask = (...urls: string[]) => askFor(PATIENCE_MS, ...urls);

test('a node that is draining, or away, is skipped', async () => {
  expect(await ask(good)).toEqual({ body: { status: 200 }, failure: null, passedOver: 0 });
  expect(await ask(draining, await absent(), good)).toEqual({ body: { status: 200 }, failure: null, passedOver: 2 });
});

test('a client that no node accepts fails', async () => {
  expect((await askFor(SHORT_MS, draining, draining)).failure).toContain('answered 503');
  expect((await askFor(SHORT_MS, await absent())).failure).toContain('refused the connection');
});

test('a node that names a retry time gets no request until then', async () => {
  let asked = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      asked += 1;
      return new Response('', { status: 503, headers: { 'retry-after': '60' } });
    },
  });
  closing.push(() => server.stop(true));
  const urls = [`http://127.0.0.1:${server.port}`, good];
  const away: AwayNodes = new Map();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await strictRequest(urls, 0, { path: '/x' }, PATIENCE_MS, away)).toMatchObject({ failure: null, passedOver: 1 });
  }
  expect(asked).toBe(1);
});

test('any other failure counts at once, although another node would answer', async () => {
  expect((await ask(node(500), good)).failure).toContain('answered 500');
  expect((await ask(node(503), good)).failure).toContain('without Retry-After');
  expect((await ask(await breakingNode(), good)).failure).toContain('broke off');
});
