import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Elysia } from 'elysia';
import { literal } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { reply } from '../../../src/http/reply.ts';
import { startTestServer } from './start-test-server.ts';

async function send(port: number, head: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
  socket.on('data', (data) => {
    text += data.toString();
    if (text.includes('notShowPopUp')) resolve(text);
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  const answer = await promise;
  socket.destroy();
  return answer;
}

test.each([
  ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b'],
  ['one host twice', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: a'],
  ['HTTP/1.0 without a host', 'GET /api/health HTTP/1.0'],
  ['an empty host', 'GET /api/health HTTP/1.1\r\nHost: '],
  ['a host with a space', 'GET /api/health HTTP/1.1\r\nHost: a b'],
  ['two hosts to the path that is answered first', 'GET /api/debug-stats HTTP/1.1\r\nHost: a\r\nHost: b'],
])('%s: refused', async (_name, head) => {
  await using server = startTestServer();
  const text = await send(server.port, head);
  expect(text).toStartWith('HTTP/1.1 400');
  expect(text).toContain('"malformed-host"');
});

test.each(['a', 'localhost:5000', '[::1]:5000', '127.0.0.1', 'node_1.example.org.'])('the host %s is taken', async (host) => {
  await using server = startTestServer();
  expect(await send(server.port, `GET /api/health HTTP/1.0\r\nHost: ${host}`)).toStartWith('HTTP/1.1 200');
});

test('an operator request that a page of another site sends is refused, unless it holds a bearer token', async () => {
  const app = new Elysia({ name: 'operators' });
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/behind',
    summary: 'Of operators',
    input: {},
    responses: { 200: { description: 'Done.', data: literal('done') } },
    authorize: () => 'alice',
    handle: () => reply('done'),
  });
  await using server = startTestServer({ resources: [app] });
  const status = async (headers: Record<string, string>) => (await server.get('/api/behind', { headers })).status;
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status({ 'sec-fetch-site': 'cross-site', authorization: 'Bearer x' })).toBe(200);
  expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await status({})).toBe(200);
});
