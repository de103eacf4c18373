import { expect, test } from 'bun:test';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import { createOperatorRoutes } from '../../../src/operator/routes/operator-routes.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { noneNamed, noSummaries } from '../../support/no-summaries.ts';
import { createOrderSystem } from '../../unit/runtime/support/order-system.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const ALICE = { authorization: 'Bearer sesame' };
const ID = encodeURIComponent('order/o1');

/** Creates a node whose actor system has two orders, and one operator, Alice. */
async function startNode(options: Parameters<typeof createOrderSystem>[0] = {}) {
  const orders = createOrderSystem({ facts: async () => new Map([['price/1', '5']]), ...options });
  for (const key of ['o1', 'o2']) await orders.order(key).create({ owner: '0xa' });
  await orders.order().ask({ type: 'ADD', by: 7 });
  const { operator } = orders.test.system();
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  const log = createPinoLog({ level: 'silent' });
  const server = startTestServer({
    resources: [
      createOperatorRoutes({
        summarize: noSummaries,
        named: noneNamed,
        afterRestore: async () => [],
        operator,
        auth,
        clock: orders.test.time.clock,
        log,
      }),
    ],
  });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = ALICE) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await server.get(`/api/operator${path}`, { method, headers: { ...headers, ...type }, ...json });
    const { status, data, errors } = await readEnvelope(response);
    return { status, data, code: errors?.code };
  };
  return { ...orders, server, call, [Symbol.asyncDispose]: () => server.stop(0) };
}

test('every route asks for the token before anything else', async () => {
  await using node = await startNode();
  const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(await (await node.server.get('/api/docs/json')).text());
  const routes = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/operator/'));
  expect(routes.length).toBeGreaterThan(8);
  for (const [path, methods] of routes) {
    for (const method of Object.keys(methods)) {
      const place = path.replace('/api/operator', '').replace('{id}', 'nonsense').replace('{revision}', 'x');
      const asked = await node.call(method.toUpperCase(), place, method === 'post' ? 'no object' : undefined, {});
      expect({ path, ...asked }).toMatchObject({ path, status: 401, code: 'operator-token-required' });
      expect(await node.call(method.toUpperCase(), place, undefined, { authorization: 'Bearer x' })).toMatchObject({
        code: 'operator-token-wrong',
      });
    }
  }
});

test('lists actors, and shows their records and history', async () => {
  await using node = await startNode();
  const first = await node.call('GET', '/actors?limit=1&type=order');
  expect(first).toMatchObject({ status: 200, data: { actors: [{ id: 'order/o1', revision: 2 }] } });
  const second = await node.call('GET', `/actors?limit=1&type=order&cursor=${encodeURIComponent(first.data.cursor)}`);
  expect(second.data.actors).toMatchObject([{ id: 'order/o2' }]);
  expect((await node.call('GET', '/actors?order=newest')).data.actors.map(({ id }: ActorRecord) => id)).toEqual(['order/o2', 'order/o1']);
  expect((await node.call('GET', '/actors?wallet=0xA&chainId=1&status=active,x&health=ok&prefix=order/o2')).data.actors).toHaveLength(1);
  expect((await node.call('GET', '/actors?health=quarantined')).data).toEqual({ actors: [], cursor: null, sort: 'created' });
  expect((await node.call('GET', '/actors?overdue=1')).data.actors).toEqual([]);
  expect((await node.call('GET', `/actors/${ID}`)).data).toEqual(JSON.parse(JSON.stringify(await node.record())));
  const history = await node.call('GET', `/actors/${ID}/history?limit=1&before=2`);
  expect(history.data).toMatchObject([{ revision: 1, event: { type: 'runtime.created' }, record: { revision: 1 } }]);
  expect((await node.call('GET', `/actors/${ID}/history/1`)).data).toEqual(history.data[0]);
});

test('a reply has the lease of an effect under its earlier names too', async () => {
  await using node = await startNode({ pay: () => new Promise<never>(() => undefined) });
  await node.order().ask({ type: 'PAY', amount: '7' });
  const [effect] = (await node.record()).outbox;
  const lease = { leasedBy: effect?.leasedBy, leaseUntilMs: effect?.leaseUntilMs };
  const outbox = [{ ...effect, ...lease, state: 'leased', claimedBy: lease.leasedBy, claimUntilMs: lease.leaseUntilMs }];
  expect(lease).toEqual({ leasedBy: expect.any(String), leaseUntilMs: expect.any(Number) });
  const { data: page } = await node.call('GET', '/actors?prefix=order/o1');
  const { data: history } = await node.call('GET', `/actors/${ID}/history?limit=1`);
  const { data: revision } = await node.call('GET', `/actors/${ID}/history/3`);
  const { data: preview } = await node.call('POST', `/actors/${ID}/restore`, { revision: 1, dryRun: true });
  const { data: ticked } = await node.call('POST', `/actors/${ID}/tick`);
  const { data: released } = await node.call('POST', `/actors/${ID}/release`);
  const records = [(await node.call('GET', `/actors/${ID}`)).data, page.actors[0], history[0].record, revision.record];
  for (const record of [...records, preview.current, preview.record, ticked.record, released]) expect(record.outbox).toEqual(outbox);
});

test('lists can be searched, sorted, counted, and read without contexts', async () => {
  await using node = await startNode();
  const { data } = await node.call('GET', '/actors?search=o1&fields=head');
  const { id, type, revision, version, keys, health, dueAtMs, wakeAtMs, createdAtMs, updatedAtMs, outbox } = await node.record();
  const counts = { outboxLength: outbox.length, hasTriggers: false };
  const head = {
    id,
    type,
    revision,
    version,
    keys,
    health,
    dueAtMs,
    wakeAtMs,
    createdAtMs,
    updatedAtMs,
    ...counts,
    title: null,
    why: null,
  };
  expect(data).toEqual({ actors: [JSON.parse(JSON.stringify(head))], cursor: null, sort: 'id' });
  expect((await node.call('GET', '/actors?sort=updated&order=newest')).data).toMatchObject({ actors: [{}, {}], sort: 'updated' });
  expect((await node.call('GET', '/actors?sort=wake')).data).toMatchObject({ sort: 'wake' });
  expect((await node.call('GET', '/actors?prefix=order/&overdue=1')).data).toMatchObject({ actors: [], sort: 'wake' });
  expect((await node.call('GET', '/actors?held=1&search=o1')).data).toEqual({ actors: [], cursor: null, sort: 'id' });
  const year = (from: number) => `changedFrom=${from}-01-01T00:00:00Z&changedTo=${from + 1}-01-01T00:00:00Z`;
  expect((await node.call('GET', `/actors/count?${year(2020)}`)).data).toEqual({ count: 0, isMore: false });
  expect(await node.call('GET', '/actors?changedFrom=yesterday')).toMatchObject({ status: 400 });
  expect((await node.call('GET', '/actors/count?held=1&type=order')).data).toEqual({ count: 0, isMore: false });
  expect((await node.call('GET', '/actors/count?type=order')).data).toEqual({ count: 2, isMore: false });
  expect((await node.call('GET', '/actors/count?search=order/o2')).data).toEqual({ count: 1, isMore: false });
  expect(await node.call('GET', '/actors?sort=revision')).toMatchObject({ status: 400, code: 'invalid-input' });
  expect(await node.call('GET', '/actors?search=a&overdue=1')).toMatchObject({ status: 400, code: 'filters-not-together' });
  expect(await node.call('GET', '/actors/count?search=a&prefix=b')).toMatchObject({ status: 400, code: 'filters-not-together' });
});

test('unknown actors and invalid requests have an error code', async () => {
  await using node = await startNode();
  expect(await node.call('GET', '/actors/order%2Fnone')).toMatchObject({ status: 404, code: 'actor-not-found' });
  expect(await node.call('GET', `/actors/${ID}/history/9`)).toMatchObject({ status: 404, code: 'revision-not-found' });
  expect(await node.call('GET', '/actors/order')).toMatchObject({ status: 400, code: 'invalid-input' });
  expect(await node.call('GET', '/actors?health=sick&limit=0&overdue=yes')).toMatchObject({ status: 400, code: 'invalid-input' });
  expect(await node.call('POST', `/actors/${ID}/restore`, { revision: 0 })).toMatchObject({ status: 400, code: 'invalid-input' });
  expect(await node.call('POST', `/actors/${ID}/send`, { event: { type: 'xstate.stop' } })).toMatchObject({
    status: 400,
    code: 'unknown-event',
  });
  expect(await node.call('POST', '/actors/order%2Fnone/tick')).toMatchObject({ status: 404, code: 'actor-not-found' });
  expect(await node.call('POST', '/actors/ghost%2F1/release')).toMatchObject({ status: 404, code: 'unknown-actor-type' });
});

test('a list of ids as long as they may be is paged', async () => {
  await using node = await startNode();
  const long = 'é'.repeat(900);
  for (const end of ['a', 'b', 'c']) await node.order(long + end).create({ owner: '0xa' });
  const path = `/actors?search=${encodeURIComponent(long)}&limit=2`;
  const first = await node.call('GET', path);
  expect(first.data.actors).toHaveLength(2);
  expect((await node.call('GET', `${path}&cursor=${first.data.cursor}`)).data.actors).toMatchObject([{ id: `order/${long}c` }]);
});

test('an event is checked without being sent, and its problems are an answer', async () => {
  await using node = await startNode();
  const check = (event: object) => node.call('POST', `/actors/${ID}/send`, { event, dryRun: true });
  const { data: before } = await node.call('GET', `/actors/${ID}`);
  expect(await check({ type: 'ADD', by: 1 })).toMatchObject({ status: 200, data: { isAllowed: true, problems: [] } });
  const wrong = await check({ type: 'ADD', by: 'one' });
  expect(wrong).toMatchObject({ status: 200, data: { isAllowed: false, problems: [{ path: 'by', code: 'invalid-value' }] } });
  expect((await check({ type: 'xstate.stop' })).data).toMatchObject({
    isAllowed: false,
    problems: [{ path: 'type', code: 'unknown-event' }],
  });
  expect((await node.call('GET', `/actors/${ID}`)).data).toEqual(before);
  // The previous request was only a dry run. The same invalid event must also be refused when it is really sent.
  expect(await node.call('POST', `/actors/${ID}/send`, { event: { type: 'ADD', by: 'one' } })).toMatchObject({
    status: 400,
    code: 'invalid-event',
  });
  const nobody = await node.call('POST', '/actors/order%2Fnone/send', { event: { type: 'ADD', by: 1 }, dryRun: true });
  expect(nobody).toMatchObject({ status: 404, code: 'actor-not-found' });
});

test('actions are recorded with the name of the token’s operator', async () => {
  await using node = await startNode();
  const sent = await node.call('POST', `/actors/${ID}/send`, { event: { type: 'ADD', by: 1 } });
  expect(sent).toMatchObject({ status: 200, data: { changed: true, accepted: true, record: { revision: 3 } } });
  expect((await node.call('POST', `/actors/${ID}/tick`)).data).toMatchObject({ changed: true, record: { revision: 4 } });
  expect(await node.call('POST', `/actors/${ID}/restore`, { revision: 1, expectedRevision: 3 })).toMatchObject({
    status: 409,
    code: 'revision-moved-on',
  });
  const restored = await node.call('POST', `/actors/${ID}/restore`, { revision: 1, expectedRevision: 4 });
  expect(restored.data).toMatchObject({ revision: 5, epoch: 1, snapshot: { context: { count: 0, prices: [] } } });
  expect((await node.call('POST', `/actors/${ID}/release`)).data).toMatchObject({ id: 'order/o1', health: { state: 'ok' } });
  const { data } = await node.call('GET', `/actors/${ID}/history`);
  const by = data.map(({ event, cause }: { event: { type: string }; cause: { by?: string } }) => `${event.type} ${cause.by}`);
  expect(by.slice(0, 3)).toEqual(['runtime.restored alice', 'PRICE alice', 'ADD alice']);
});

test('all records can be exported as a stream, and imported elsewhere', async () => {
  await using node = await startNode();
  for (let i = 0; i < 250; i += 1) await node.order(`many-${i}`).create({ owner: '0xa' });
  const response = await node.server.get('/api/operator/snapshots?type=order', { headers: ALICE });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const records = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.length).toBe(252);
  expect(await (await node.server.get('/api/operator/snapshots?type=ghost', { headers: ALICE })).text()).toBe('');

  await using other = await startNode();
  const dry = await other.call('POST', '/snapshots/import', { records });
  expect(dry.data.filter(({ outcome }: { outcome: string }) => outcome === 'create')).toHaveLength(250);
  expect(await other.call('GET', '/actors/order%2Fmany-1')).toMatchObject({ status: 404 });
  const applied = await other.call('POST', '/snapshots/import', { records: [...records.slice(2), 'x'], apply: true });
  expect(new Set(applied.data.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['create', 'refuse']));
  expect((await other.call('GET', '/actors/order%2Fmany-1/history')).data[0]).toMatchObject({ cause: { kind: 'operator', by: 'alice' } });
  expect(await other.call('POST', '/snapshots/import', { records: Array(501).fill({}) })).toMatchObject({ status: 400 });
});

test('an export that fails half-way is broken off, not ended', async () => {
  await using node = await startNode();
  for (let i = 0; i < 150; i += 1) await node.order(`many-${i}`).create({ owner: '0xa' });
  const { operator } = node.test.system();
  let pages = 0;
  const failing = {
    ...operator,
    list: (query: Parameters<typeof operator.list>[0]) => {
      pages += 1;
      return pages > 1 ? Promise.reject(new Error('the store is away')) : operator.list(query);
    },
  };
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  const routes = createOperatorRoutes({
    afterRestore: async () => [],
    summarize: noSummaries,
    named: noneNamed,
    operator: failing,
    auth,
    clock: node.test.time.clock,
    log: createPinoLog({ level: 'silent' }),
  });
  await using server = startTestServer({ resources: [routes] });
  const read = async () => (await server.get('/api/operator/snapshots', { headers: { authorization: 'Bearer sesame' } })).text();
  await expect(read()).rejects.toThrow();
  expect(pages).toBe(2);
});
