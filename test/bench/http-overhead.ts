import { Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../src/http/add-route.ts';
import { createApi } from '../../src/http/create-api.ts';
import { evmAddress } from '../../src/http/fields.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { reply } from '../../src/http/reply.ts';
import { silentLog } from '../../src/platform/log/log.ts';
import { median } from './support/measure.ts';

// Measures the cost of the HTTP layer as processor time (user and kernel) per request of this process. The routes only reply, and are
// served with our whole layer (request id, checks, envelope, headers) and with bare Elysia. Processor time is measured instead of rates,
// because other work on the machine disturbs it less. A second process sends the requests. Usage: bun test/bench/http-overhead.ts [requests
// per round] [rounds] [connections]
const [requests = 20_000, rounds = 5, connections = 64] = process.argv.slice(2).map(Number);
const WARM_UP_ROUNDS = 1;
const BODY = JSON.stringify({ wallet: `0x${'ab'.repeat(20)}`, order: 7, spent: '1000000', received: '271828' });

const resource = new Elysia({ name: 'bench' });
addRoute(resource, {
  cost: 'cheap',
  method: 'GET',
  path: '/get/:key',
  summary: 'Answers',
  input: { params: v.object({ key: v.string() }) },
  responses: { 200: { description: 'The key.', data: v.object({ key: v.string() }) } },
  handle: ({ params }) => reply({ key: params.key }),
});
const baseUnits = v.pipe(v.string(), v.regex(/^\d{1,78}$/));
addRoute(resource, {
  cost: 'limited',
  method: 'POST',
  path: '/post/:key',
  summary: 'Reads, checks and answers',
  input: {
    params: v.object({ key: v.string() }),
    body: v.object({ wallet: evmAddress, order: v.number(), spent: baseUnits, received: baseUnits }),
  },
  responses: { 200: { description: 'The order.', data: v.object({ order: v.number() }) } },
  handle: ({ body }) => reply({ order: body.order }),
});
const server = createHttpServer({
  api: createApi({ resources: [resource], log: silentLog }),
  ...{ host: '127.0.0.1', port: 0, corsOrigins: [], log: silentLog, requestIdPrefix: 'bench' },
});
const bare = new Elysia()
  .get('/get/:key', ({ params }) => ({ key: params.key }))
  .post('/post/:key', () => 'ok')
  .post('/read/:key', ({ body }) => ({ read: body !== undefined }))
  .listen({ port: 0, hostname: '127.0.0.1' });
const bareUrl = `http://127.0.0.1:${bare.server?.port}`;

const targets = {
  'GET, bare': ['GET', `${bareUrl}/get/k`],
  'GET, ours': ['GET', `${server.url}/api/get/k`],
  'POST, bare, body not read': ['POST', `${bareUrl}/post/k`],
  'POST, bare, body parsed': ['POST', `${bareUrl}/read/k`],
  'POST, ours, body parsed and checked': ['POST', `${server.url}/api/post/k`],
} as const;

const measured = new Map<string, number[]>();
for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
  for (const [name, [method, url]] of Object.entries(targets)) {
    const micros = await microsPerRequest(method, url);
    if (round >= 0) measured.set(name, [...(measured.get(name) ?? []), micros]);
  }
}
for (const [name, micros] of measured) {
  console.log(`${name.padEnd(36)} ${median(micros).toFixed(1)} µs (${micros.map((one) => one.toFixed(1)).join(' ')})`);
}
const ratio = (ours: string, reference: string) => {
  const references = measured.get(reference) ?? [];
  return median((measured.get(ours) ?? []).map((micros, round) => (references[round] ?? Number.NaN) / micros)).toFixed(2);
};
console.log(`GET: bare over ours ${ratio('GET, ours', 'GET, bare')}`);
console.log(`POST: bare over ours ${ratio('POST, ours, body parsed and checked', 'POST, bare, body parsed')} with the body parsed by both`);
console.log(
  `POST: bare over ours ${ratio('POST, ours, body parsed and checked', 'POST, bare, body not read')} with the body read by ours only`,
);
await server.stop(0);
await bare.stop(true);
process.exit(0);

async function microsPerRequest(method: string, url: string): Promise<number> {
  const script = new URL('./support/http-requests.ts', import.meta.url).pathname;
  const before = process.cpuUsage();
  const child = Bun.spawn([process.execPath, script, url, method, method === 'POST' ? BODY : '', String(requests), String(connections)], {
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) throw new Error(`The load on ${url} failed`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}
