import { Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../../src/http/add-route.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { createHttpServer } from '../../../../src/http/http-server.ts';
import { reply } from '../../../../src/http/reply.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { counterActor } from './counter-actor.ts';
import { openSystem } from './open-system.ts';

// Serves the counters through the whole API layer of our service. Usage: service.ts PORT STORE_URL COLLECTOR_URL
const [port = '', storeUrl = '', collectorUrl = ''] = process.argv.slice(2);
const { system, close } = await openSystem(storeUrl, collectorUrl);

const counters = new Elysia({ name: 'counters' });
const params = v.object({ key: v.string() });
addRoute(counters, {
  cost: 'limited',
  method: 'POST',
  path: '/counters/:key/add',
  summary: 'One durable step',
  input: { params, body: v.object({ id: v.string(), report: v.boolean() }) },
  responses: { 200: { description: 'Durable.', data: v.object({ count: v.number() }) } },
  async handle({ params: { key }, body: { id, report } }) {
    const { snapshot } = await system.of(counterActor, key).ask({ type: 'ADD', id, report }, { eventId: id });
    return reply({ count: snapshot.context.count });
  },
});
addRoute(counters, {
  cost: 'cheap',
  method: 'GET',
  path: '/counters/:key',
  summary: 'The count, from the store',
  input: { params },
  responses: { 200: { description: 'The count.', data: v.object({ count: v.number() }) } },
  async handle({ params: { key } }) {
    return reply({ count: (await system.of(counterActor, key).read())?.view.count ?? 0 });
  },
});
const server = createHttpServer({
  api: createApi({ resources: [counters], log: silentLog }),
  host: '127.0.0.1',
  port: Number(port),
  corsOrigins: [],
  log: silentLog,
  requestIdPrefix: 'peers',
});
process.on('SIGTERM', async () => {
  await server.stop(1_000);
  await close();
  process.exit(0);
});
