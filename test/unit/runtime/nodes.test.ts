import { expect, test } from 'bun:test';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';

function twoNodes(options: Parameters<typeof createOrderSystem>[0] = {}) {
  const store = createMemoryActorStore();
  const a = createOrderSystem({ ...options, system: { ...options.system, store, seed: 1 } });
  const b = createOrderSystem({ ...options, system: { ...options.system, store, seed: 2 } });
  return { a, b };
}

test('an ask sees what another node committed, though the local copy is stale', async () => {
  const { a, b } = twoNodes();
  await a.order().create({ owner: '0xa' });
  await b.order().ask({ type: 'ADD', by: 1 });
  // Both nodes keep a copy of the actor in memory. After this step on node a, the copy of node b is outdated.
  await a.order().ask({ type: 'NEXT' });
  expect(await b.order().ask({ type: 'DEEPER' })).toMatchObject({ accepted: true, changed: true, revision: 4 });
  // An event that changes nothing on an outdated copy may have an effect on the newest record. So a node must read the newest record before
  // it answers; the test checks this for node a and then for node b.
  expect(await a.order().ask({ type: 'DEEPER' })).toMatchObject({ accepted: false, changed: false, revision: 4 });
  await a.order().ask({ type: 'HALF' });
  await b.test.settle();
  const reply = await b.order().ask({ type: 'NOTHING' });
  expect({ revision: reply.revision, count: reply.snapshot.context.count }).toEqual({ revision: (await a.record()).revision, count: 2 });
});

test('a read that may be cached answers from memory, and from the store when the actor is not in memory', async () => {
  const { a, b } = twoNodes();
  await a.order().create({ owner: '0xa' });
  expect((await b.order().read({ mayBeCached: true }))?.view).toMatchObject({ owner: '0xa', revision: 1 });
  await b.order().ask({ type: 'ADD', by: 1 });
  expect(await a.order().read({ mayBeCached: true })).toMatchObject({ revision: 1, view: { count: 0, revision: 1 } });
  expect(await b.order().read({ mayBeCached: true })).toMatchObject({ revision: 2, view: { count: 1, revision: 2 } });
  expect(await a.order().read()).toMatchObject({ revision: 2, view: { count: 1 } });
});

test('asks from two nodes at once are all applied, each once, and revisions go up by one', async () => {
  const { a, b } = twoNodes();
  await a.order().create({ owner: '0xa' });
  const asks = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? a : b).order().ask({ type: 'ADD', by: 1 }));
  const settled = await Promise.allSettled(asks);
  const acknowledged = settled.filter(({ status }) => status === 'fulfilled').length;
  expect(acknowledged).toBeGreaterThan(20);
  expect((await a.context()).count).toBe(acknowledged);
  const history = await a.test.system().operator.history('order/o1', { limit: 100 });
  expect(history.map(({ revision }) => revision)).toEqual(Array.from({ length: acknowledged + 1 }, (_, i) => acknowledged + 1 - i));
});

test('the same event id on two nodes at once is applied once', async () => {
  const { a, b } = twoNodes();
  await a.order().create({ owner: '0xa' });
  await b.order().ask({ type: 'NOTHING' });
  const replies = await Promise.all([a, b].map((node) => node.order().ask({ type: 'ADD', by: 1 }, { eventId: 'e1' })));
  expect(replies.map(({ accepted }) => accepted)).toEqual([true, true]);
  expect((await a.context()).count).toBe(1);
});

test('a tick on a node with a stale copy reloads it first, and both nodes’ ticks of a minute count once', async () => {
  const { a, b } = twoNodes({ facts: async () => new Map([['price/1', '5']]) });
  await a.order().create({ owner: '0xa' });
  await b.order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await Promise.all([a.test.tick(), b.test.tick()]);
  expect((await a.context()).prices).toEqual(['5']);
  await a.test.tick();
  await b.test.tick();
  expect((await a.context()).prices).toEqual(['5', '5']);
});

test('an actor that is asked before it exists is made on demand, once', async () => {
  const { a } = twoNodes({ onDemand: (key) => ({ owner: `owner of ${key}` }) });
  const reply = await a.order('new').ask({ type: 'ADD', by: 1 });
  expect({ revision: reply.revision, owner: reply.snapshot.context.owner }).toEqual({ revision: 2, owner: 'owner of new' });
  const history = await a.test.system().operator.history('order/new', { limit: 10 });
  expect(history.map(({ event }) => event.type)).toEqual(['ADD', 'runtime.created']);
});

test('two nodes that make the same actor on demand at once make one, and both events are applied', async () => {
  const { a, b } = twoNodes({ onDemand: (key) => ({ owner: key }) });
  const replies = await Promise.all([a, b, a, b].map((node) => node.order('new').ask({ type: 'ADD', by: 1 })));
  expect(replies.map(({ changed }) => changed)).toEqual([true, true, true, true]);
  expect((await a.context('new')).count).toBe(4);
  const history = await a.test.system().operator.history('order/new', { limit: 10 });
  expect(history.filter(({ event }) => event.type === 'runtime.created')).toHaveLength(1);
});

test('an event that an actor made on demand does not expect leaves it as it was made', async () => {
  const { a } = twoNodes({ onDemand: (key) => ({ owner: key }) });
  expect(await a.order('new').ask({ type: 'DEEPER' })).toMatchObject({ accepted: false, revision: 1 });
});

test('an event id that made an actor on demand is known when it is repeated', async () => {
  const { a, b } = twoNodes({ onDemand: (key) => ({ owner: key }) });
  await a.order('new').ask({ type: 'ADD', by: 1 }, { eventId: 'e1' });
  expect(await b.order('new').ask({ type: 'ADD', by: 1 }, { eventId: 'e1' })).toMatchObject({ duplicate: true });
});

test('an actor that one node could not make, and another then did, is found by the first', async () => {
  const store = createMemoryActorStore();
  let isAway = true;
  const commit: typeof store.commit = (commits) => (isAway ? Promise.reject(new Error('the store is away')) : store.commit(commits));
  const a = createOrderSystem({ system: { store: { ...store, commit }, seed: 1 } });
  const b = createOrderSystem({ system: { store, seed: 2 } });
  expect(await failureOf(a.order().create({ owner: '0xa' }))).toMatchObject({ code: 'store-unavailable' });
  isAway = false;
  await b.order().create({ owner: '0xb' });
  expect(await a.order().ask({ type: 'ADD', by: 1 })).toMatchObject({ accepted: true, revision: 2 });
});
