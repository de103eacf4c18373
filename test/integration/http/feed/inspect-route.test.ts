import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { actorDefinitions } from '../../../../src/app/registry.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import { createInspectRoute } from '../../../../src/operator/routes/inspect-route.ts';
import { definitionText } from '../../../../src/operator/routes/stately-events.ts';
import { systemClock } from '../../../../src/platform/clock/system-clock.ts';
import type { LiveFeed } from '../../../../src/platform/feed/live-feed.ts';
import { createLocalFeed } from '../../../../src/platform/feed/local/local-feed.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { createOrderSystem } from '../../../unit/runtime/support/order-system.ts';
import { startTestServer } from '../start-test-server.ts';

/** Schema of `StatelyInspectionEvent` in @statelyai/inspect 0.7.2 (dist/index.d.mts), with exactly its fields. */
const base = { rootId: v.optional(v.string()), sessionId: v.string(), createdAt: v.string(), id: v.string(), _version: v.string() };
const event = v.looseObject({ type: v.string() });
const snapshot = v.strictObject({
  status: v.optional(v.picklist(['active', 'done', 'error', 'stopped'])),
  context: v.optional(v.looseObject({})),
  value: v.optional(v.union([v.string(), v.looseObject({})])),
  output: v.optional(v.unknown()),
});
const statelyEvent = v.variant('type', [
  v.strictObject({ ...base, type: v.literal('@xstate.snapshot'), event, snapshot }),
  v.strictObject({ ...base, type: v.literal('@xstate.event'), event, sourceId: v.optional(v.string()) }),
  v.strictObject({
    ...base,
    ...{ type: v.literal('@xstate.actor'), name: v.string(), snapshot },
    definition: v.optional(v.pipe(v.string(), v.parseJson(), v.looseObject({ id: v.string() }))),
    parentId: v.optional(v.string()),
  }),
]);
type Told = v.InferOutput<typeof statelyEvent>;

const ALICE = { headers: { authorization: 'Bearer sesame' } };

async function startNode() {
  const orders = createOrderSystem();
  const feed = createLocalFeed({ nodeId: 'node-1', clock: systemClock });
  orders.test.system().feed.subscribe((happened) => feed.publish(happened));
  const configs = new Map([['order', orders.orders.machine.config]]);
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  const { operator } = orders.test.system();
  const server = startTestServer({ resources: [createInspectRoute({ feed, operator, configs, auth, log: silentLog })] });
  await orders.order('o1').create({ owner: 'alice' });
  await orders.order('o1').ask({ type: 'ADD', by: 2 });
  await orders.order('o2').create({ owner: 'bob' });
  return { ...server, ...orders, path: '/api/operator/inspect', socketUrl: `${server.url.replace('http', 'ws')}/api/operator/inspect` };
}

/** Reads a WebSocket as Stately's `createWebSocketReceiver` does: each message is one event. */
function attach(url: string, init: Bun.WebSocketOptions = {}) {
  const told: Told[] = [];
  const closed = Promise.withResolvers<number>();
  const socket = new WebSocket(url, init);
  socket.onmessage = ({ data }) => void told.push(v.parse(statelyEvent, JSON.parse(String(data))));
  socket.onclose = ({ code }) => closed.resolve(code);
  const saw = (what: string, matches: (one: Told) => boolean) => waitFor(() => told.find(matches), { what });
  return { told, saw, closed: closed.promise, socket, [Symbol.dispose]: () => socket.close() };
}

test('a receiver gets the existing actors with their machines, and then each step with its event and snapshot', async () => {
  await using node = await startNode();
  using receiver = attach(node.socketUrl, ALICE);
  await receiver.saw('both actors', ({ sessionId }) => sessionId === 'order/o2');
  expect(receiver.told.map(({ type, sessionId, rootId }) => [type, sessionId, rootId])).toEqual([
    ['@xstate.actor', 'order/o1', 'order/o1'],
    ['@xstate.actor', 'order/o2', 'order/o2'],
  ]);
  expect(receiver.told[0]).toMatchObject({
    ...{ name: 'order/o1', _version: '0.7.2', definition: { id: 'order', initial: 'open' } },
    snapshot: { status: 'active', value: 'open', context: { owner: 'alice', count: 2 } },
  });
  await node.order('o1').ask({ type: 'ADD', by: 5 });
  await receiver.saw('the snapshot', ({ type }) => type === '@xstate.snapshot');
  const at = String(node.test.time.clock.now());
  expect(receiver.told.slice(2)).toMatchObject([
    { type: '@xstate.event', sessionId: 'order/o1', createdAt: at, event: { type: 'ADD', by: 5 } },
    { type: '@xstate.snapshot', sessionId: 'order/o1', createdAt: at, event: { type: 'ADD', by: 5 }, snapshot: { context: { count: 7 } } },
  ]);
});

test('a new actor is announced before its steps, and the result of an effect comes from its own actor', async () => {
  await using node = await startNode();
  using receiver = attach(`${node.socketUrl}?type=order`, ALICE);
  await receiver.saw('those that there are', ({ sessionId }) => sessionId === 'order/o2');
  await node.order('new').create({ owner: 'carol' });
  await node.order('new').ask({ type: 'PAY', amount: '7' });
  await node.test.settle();
  const isPaid = (one: Told) => one.type === '@xstate.snapshot' && one.event.type === 'PAID';
  const paid = await receiver.saw('the receipt', isPaid);
  expect(paid).toMatchObject({ snapshot: { context: { owner: 'carol', receipts: [expect.stringMatching(/^order\/new\/2\/0/)] } } });
  const own = receiver.told.filter(({ sessionId }) => sessionId === 'order/new');
  const named = own.map((one) => (one.type === '@xstate.actor' ? 'actor' : `${one.type.slice('@xstate.'.length)} ${one.event.type}`));
  expect(named).toEqual([
    'actor',
    'event runtime.created',
    'snapshot runtime.created',
    'event PAY',
    'snapshot PAY',
    'event PAID',
    'snapshot PAID',
  ]);
  expect(own.find((one) => one.type === '@xstate.event' && one.event.type === 'PAID')).toMatchObject({ sourceId: 'order/new' });
});

test('after a gap in the feed, the actors come again as they are then', async () => {
  const orders = createOrderSystem();
  const { operator } = orders.test.system();
  await orders.order('o1').create({ owner: 'alice' });
  const notice = { position: null, node: 'node-1', seq: 0 };
  const feed: Pick<LiveFeed, 'follow'> = {
    async *follow() {
      yield [{ ...notice, event: { kind: 'feed-position', atMs: 1 } }];
      await orders.order('o1').ask({ type: 'ADD', by: 3 });
      yield [{ ...notice, event: { kind: 'feed-gap', atMs: 2, reason: 'too-slow', missed: 1, upToMs: 2 } }];
    },
  };
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  const route = createInspectRoute({ feed, operator, configs: new Map(), auth, log: silentLog });
  await using server = startTestServer({ resources: [route] });
  using receiver = attach(`${server.url.replace('http', 'ws')}/api/operator/inspect`, ALICE);
  await receiver.closed;
  expect(receiver.told).toMatchObject([
    { type: '@xstate.actor', sessionId: 'order/o1', definition: { id: 'order' }, snapshot: { context: { count: 0 } } },
    { type: '@xstate.actor', sessionId: 'order/o1', snapshot: { context: { count: 3 } } },
  ]);
});

test('each filter works, and a wrong one is reported', async () => {
  await using node = await startNode();
  using receiver = attach(`${node.socketUrl}?id=order/o2`, ALICE);
  await receiver.saw('its actor', ({ sessionId }) => sessionId === 'order/o2');
  await node.order('o1').ask({ type: 'ADD', by: 1 });
  await node.order('o2').ask({ type: 'ADD', by: 1 });
  await receiver.saw('its snapshot', ({ type }) => type === '@xstate.snapshot');
  expect(new Set(receiver.told.map(({ sessionId }) => sessionId))).toEqual(new Set(['order/o2']));
  expect((await node.get(`${node.path}?chainId=x`, ALICE)).status).toBe(400);
});

test('without a handshake the same comes as server-sent events', async () => {
  await using node = await startNode();
  const leaving = new AbortController();
  const response = await node.get(`${node.path}?id=order/o1`, { ...ALICE, signal: leaving.signal });
  expect(response.headers.get('content-type')).toStartWith('text/event-stream');
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (/^data: .*\n\n/m.test(text)) break;
  }
  leaving.abort();
  const [, data = ''] = /^data: (.*)\n\n/m.exec(text) ?? [];
  expect(v.parse(statelyEvent, JSON.parse(data))).toMatchObject({ type: '@xstate.actor', sessionId: 'order/o1' });
});

test('it requires an operator of the node, and refuses pages of other origins', async () => {
  await using node = await startNode();
  using stranger = attach(node.socketUrl);
  await stranger.closed;
  expect(stranger.told).toEqual([]);
  using alice = attach(node.socketUrl, ALICE);
  await alice.saw('an actor', ({ type }) => type === '@xstate.actor');
  using page = attach(node.socketUrl, { headers: { origin: 'https://stately.ai' } });
  await page.closed;
  expect(page.told).toEqual([]);
});

test('the server ends it when it stops', async () => {
  const node = await startNode();
  const receiver = attach(node.socketUrl, ALICE);
  await receiver.saw('an actor', ({ type }) => type === '@xstate.actor');
  await node.stop(1_000);
  expect(await receiver.closed).toBe(1001);
});

test('the machine of every actor type can be sent', () => {
  for (const { type, machine } of actorDefinitions) {
    const { id, states } = v.parse(
      v.looseObject({ id: v.string(), states: v.looseObject({}) }),
      JSON.parse(definitionText(machine.config)),
    );
    expect(id, type).not.toBe('');
    expect(Object.keys(states).length, type).toBeGreaterThan(0);
  }
});
