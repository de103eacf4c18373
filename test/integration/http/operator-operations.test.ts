import { expect, test } from 'bun:test';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import { lateClient } from '../../../src/module/late-client.ts';
import { operator as operatorModule } from '../../../src/operator/module.ts';
import { createOperations } from '../../../src/operator/operations/create-operations.ts';
import { createBulkRoute } from '../../../src/operator/routes/bulk-route.ts';
import { createOperationsRoutes } from '../../../src/operator/routes/operations-routes.ts';
import { createOperatorRoutes } from '../../../src/operator/routes/operator-routes.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { ActorSystem } from '../../../src/runtime/system-options.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { noneNamed, noSummaries } from '../../support/no-summaries.ts';
import { sseEvents } from '../../support/sse-events.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { createOrderSystem } from '../../unit/runtime/support/order-system.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const ALICE = { authorization: 'Bearer sesame' };
const READER = { authorization: 'Bearer open' };
const ID = encodeURIComponent('order/o1');

/** Starts a node with one order. The order's payment fails and is retried after a day, unless `isAway` is false. */
async function startNode() {
  const state = { isAway: true, ticksStopped: 0 };
  const records = createMemoryRecordStore({ clock: { now: () => orders.test.time.clock.now() } });
  const log = createPinoLog({ level: 'silent' });
  const held: { isPaused: (type: string) => boolean } = { isPaused: () => false };
  const orders = createOrderSystem({
    pay: async (_params, { key }) => {
      if (state.isAway) throw new RetryableError({ code: 'away', message: 'away', retryAfterMs: 86_400_000 });
      return { type: 'PAID', receipt: key };
    },
    system: { isPaused: (type) => held.isPaused(type) },
  });
  const { clock } = orders.test.time;
  const system = (): ActorSystem => orders.test.system();
  const platform = testPlatform({ records, clock, log, actors: lateClient({ get: system }), actorTypes: ['order'] });
  const { gives: kept } = await operatorModule.start(platform, {}, {});
  const operations = createOperations({
    ...{ kept, nodeId: 'node-1', clock, log, system: system() },
    async stopTicks() {
      state.ticksStopped += 1;
    },
  });
  held.isPaused = operations.pauses.isPaused;
  await orders.order().create({ owner: '0xa' });
  const auth = createOperatorAuth({
    operators: [{ name: 'alice', token: 'sesame' }],
    readers: [{ name: 'rita', token: 'open' }],
  });
  const { operator } = orders.test.system();
  let ids = 0;
  const nextId = () => {
    ids += 1;
    return `b${ids}`;
  };
  const server = startTestServer({
    resources: [
      createOperatorRoutes({ summarize: noSummaries, named: noneNamed, afterRestore: async () => [], operator, auth, clock, log }),
      createOperationsRoutes({ ...operations, auth }),
      createBulkRoute({ operator, acts: operations.acts, auth, clock, ids: nextId, log }),
    ],
    probes: [...operations.probes],
  });
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = ALICE) =>
    server.get(`/api/operator${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = ALICE) => {
    const response = await send(method, path, body, headers);
    const { status, data, errors, message } = await readEnvelope(response);
    return { status, data, code: errors?.code, message, retryAfter: response.headers.get('retry-after') };
  };
  /** Runs a bulk action on the node, and returns its events in order. */
  const bulk = async (body: unknown) => {
    const response = await send('POST', '/bulk', body);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    return sseEvents(await response.text()).map(({ event, data }) => ({ event, data: JSON.parse(data) }));
  };
  return { ...orders, state, server, operations, call, bulk, [Symbol.asyncDispose]: () => server.stop(0) };
}

test('an effect is retried through HTTP, and refusals have a code', async () => {
  await using node = await startNode();
  await node.order().ask({ type: 'PAY', amount: '1' });
  await node.test.settle();
  expect(await node.call('POST', `/actors/${ID}/retry`, { key: 'order/o1/9/9' })).toMatchObject({ status: 404, code: 'effect-not-found' });
  node.state.isAway = false;
  expect((await node.call('POST', `/actors/${ID}/retry`, { key: 'order/o1/2/0' })).data).toMatchObject({ outbox: [{ attempts: 0 }] });
  await node.test.settle();
  expect((await node.context()).receipts).toEqual(['order/o1/2/0']);
  // This request is sent without a body.
  expect(await node.call('POST', `/actors/${ID}/retry`)).toMatchObject({ status: 409, code: 'nothing-waits' });
  expect(await node.call('POST', `/actors/${ID}/retry`, { key: 5 })).toMatchObject({ status: 400, code: 'invalid-input' });
});

test('a restore accepts a revision or a time, and a dry run shows its result', async () => {
  await using node = await startNode();
  const noon = new Date(node.test.time.clock.now()).toISOString();
  node.test.time.jump(60_000);
  await node.order().ask({ type: 'ADD', by: 3 });
  const dry = await node.call('POST', `/actors/${ID}/restore`, { before: noon, dryRun: true, expectedRevision: 2 });
  expect(dry.data).toMatchObject({ revision: 1, isAllowed: true, why: null, current: { revision: 2 }, record: { revision: 3, epoch: 1 } });
  for (const body of [
    {},
    { revision: 1, before: noon },
    { before: '2026-01-01T00:00:00' },
    { before: 'noon' },
    { before: -1 },
    { before: 1.5 },
  ]) {
    expect(await node.call('POST', `/actors/${ID}/restore`, body)).toMatchObject({ status: 400, code: 'invalid-input' });
  }
  expect(await node.call('POST', `/actors/${ID}/restore`, { before: 1 })).toMatchObject({ status: 404, code: 'revision-not-found' });
  const utcMs = Date.parse(noon);
  expect((await node.call('POST', `/actors/${ID}/restore`, { before: utcMs })).data).toMatchObject({ revision: 3, epoch: 1 });
  expect((await node.context()).count).toBe(0);
});

test('a paused type is degraded, not unready; who did it is in the record of acts', async () => {
  await using node = await startNode();
  expect(await node.call('POST', '/types/ghost/pause', { reason: 'x' })).toMatchObject({ status: 404, code: 'unknown-actor-type' });
  expect(await node.call('POST', '/types/order/pause', {})).toMatchObject({ status: 400, code: 'invalid-input' });
  expect(await node.call('POST', '/types/order/resume')).toMatchObject({ status: 409, code: 'not-paused' });
  expect(await node.call('POST', '/types/order/pause', { reason: 'a fork' })).toMatchObject({ status: 200, data: { by: 'alice' } });
  const ready = await readEnvelope(await node.server.get('/api/ready'));
  expect(ready).toMatchObject({ status: 200, data: { ready: true, degraded: [{ name: 'paused types' }] } });
  expect(ready.data.degraded[0].reason).toContain('order by alice');
  node.state.isAway = false;
  await node.order().ask({ type: 'PAY', amount: '1' });
  await node.test.advance(60_000);
  expect((await node.record()).outbox).toMatchObject([{ state: 'ready' }]);
  expect(await node.call('POST', `/actors/${ID}/tick`)).toMatchObject({ status: 409, code: 'type-paused' });
  expect(await node.call('POST', '/types/order/resume')).toMatchObject({ status: 200, data: { reason: 'a fork' } });
  await node.test.advance(1_000);
  expect((await node.context()).receipts.length).toBe(1);
  const { acts } = (await node.call('GET', '/acts')).data;
  expect(acts).toMatchObject([
    { act: 'resume', subject: 'order', by: 'alice' },
    { act: 'pause', subject: 'order', by: 'alice', reason: 'a fork' },
  ]);
});

test('a drained node takes no more work, reads on, and is not ready', async () => {
  await using node = await startNode();
  const other = await node.call('POST', '/node/drain', { nodeId: 'node-2' });
  expect(other).toMatchObject({ status: 409, code: 'other-node', message: expect.stringContaining('node-1') });
  expect((await node.call('GET', '/node')).data).toMatchObject({ nodeId: 'node-1', drain: null });
  const begun = await node.call('POST', '/node/drain', { nodeId: 'node-1', reason: 'new kernel' });
  expect(begun).toMatchObject({ status: 200, data: { drain: { by: 'alice', reason: 'new kernel' } } });
  const refused = await node.call('POST', `/actors/${ID}/send`, { event: { type: 'ADD', by: 1 } });
  expect(refused).toMatchObject({ status: 503, code: 'draining', retryAfter: '2' });
  expect(await node.call('GET', `/actors/${ID}`)).toMatchObject({ status: 200 });
  expect(await node.server.get('/api/ready').then(readEnvelope)).toMatchObject({
    status: 503,
    errors: { missing: [{ name: 'node', reason: expect.stringContaining('alice took this node out of service') }] },
  });
  await node.test.settle();
  expect(node.state.ticksStopped).toBe(1);
  expect((await node.call('GET', '/node')).data.drain.endedAtMs).toBe(node.test.time.clock.now());
  expect((await node.call('GET', '/acts')).data.acts).toMatchObject([{ act: 'drain', subject: 'node-1', reason: 'new kernel' }]);
});

test('many actors are acted on in one request, after a dry run of the same', async () => {
  await using node = await startNode();
  for (let i = 0; i < 300; i += 1) await node.order(`many-${i}`).create({ owner: '0xb' });
  const body = { act: 'send', filter: { type: 'order', wallet: '0xB', chainId: 1 }, event: { type: 'ADD', by: 2 }, reason: 'a gift' };
  const dry = await node.bulk({ ...body, dryRun: true });
  expect(dry.at(-1)).toMatchObject({ event: 'end', data: { seen: 300, done: 300, isDryRun: true, samples: { length: 20 } } });
  expect((await node.context('many-0')).count).toBe(0);
  const real = await node.bulk({ ...body, dryRun: false });
  expect(real.slice(-2)).toMatchObject([
    { event: 'progress', data: { seen: 300, done: 300 } },
    { event: 'end', data: { done: 300, failed: 0, isDryRun: false } },
  ]);
  expect((await node.context('many-299')).count).toBe(2);
  expect((await node.context('o1')).count).toBe(0);
  const { acts } = (await node.call('GET', '/acts')).data;
  expect(acts).toMatchObject([{ act: 'bulk', by: 'alice', reason: 'a gift', details: { done: 300, isEnded: true } }]);
});

test('a bulk action on all actors must say so, and an impossible one is refused in plain words', async () => {
  await using node = await startNode();
  const filter = { type: 'order' };
  for (const [body, code] of [
    [{ act: 'tick', filter: {}, dryRun: true }, 'filter-empty'],
    [{ act: 'tick', filter: { wallets: '0xa' }, dryRun: true }, 'invalid-input'],
    [{ act: 'tick', filter }, 'invalid-input'],
    [{ act: 'burn', filter, dryRun: true }, 'invalid-input'],
    [{ act: 'tick', filter, dryRun: true, event: { type: 'ADD' } }, 'invalid-input'],
    [{ act: 'send', filter, dryRun: true }, 'invalid-input'],
    [{ act: 'send', filter, dryRun: true, event: { type: 'ADD' } }, 'invalid-event'],
    [{ act: 'send', filter: { wallet: '0xa' }, dryRun: true, event: { type: 'ADD', by: 1 } }, 'filter-type-needed'],
    [{ act: 'restore', filter, dryRun: true }, 'invalid-input'],
    [{ act: 'restore', filter, dryRun: true, before: 'yesterday' }, 'invalid-input'],
    [{ act: 'tick', filter, dryRun: 'no' }, 'invalid-input'],
    [{ act: 'tick', filter, dryRun: false, limit: 0 }, 'invalid-input'],
    [{ act: 'tick', filter: [], dryRun: false }, 'filter-empty'],
    [{ act: 'tick', filter: { chainId: { $gt: 0 } }, dryRun: false }, 'invalid-input'],
    ['[]', 'invalid-input'],
    ['{', 'malformed-json'],
  ] as const) {
    expect(await node.call('POST', '/bulk', body)).toMatchObject({ status: 400, code });
  }
  expect((await node.bulk({ act: 'tick', filter: {}, dryRun: true, all: true })).at(-1)).toMatchObject({ event: 'end', data: { seen: 1 } });
  expect((await node.call('GET', '/acts')).data.acts).toEqual([]);
});

test('a read-only token can read, and is refused all actions', async () => {
  await using node = await startNode();
  for (const [path, body] of [
    [`/actors/${ID}/retry`, {}],
    ['/types/order/pause', { reason: 'x' }],
    ['/types/order/resume', undefined],
    ['/node/drain', { nodeId: 'node-1' }],
    ['/deferred/retry', { id: 'dca/1/0xb/0' }],
    ['/deferred/drop', { id: 'dca/1/0xb/0', reason: 'x' }],
    ['/bulk', { act: 'tick', filter: { type: 'order' }, dryRun: true }],
    [`/actors/${ID}/restore`, { revision: 1, dryRun: true }],
  ] as const) {
    expect(await node.call('POST', path, body, READER)).toMatchObject({ status: 403, code: 'read-only' });
  }
  for (const path of ['/node', '/acts', '/deferred'])
    expect(await node.call('GET', path, undefined, READER)).toMatchObject({ status: 200 });
});
