import { expect, test } from 'bun:test';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';

const price = (text: string) => ({ facts: async () => new Map([['price/1', text]]) });

test('an operator ticks one actor now, due or not, with facts of its own', async () => {
  const { test: system, order, context } = createOrderSystem(price('5'));
  const { operator } = system.system();
  await order().create({ owner: '0xa' });
  expect(await operator.tick('order/o1', 'alice')).toMatchObject({ changed: true, accepted: true, record: { revision: 2 } });
  expect((await context()).prices).toEqual(['5']);
  expect((await operator.history('order/o1', { limit: 1 }))[0]).toMatchObject({
    event: { type: 'PRICE' },
    cause: { kind: 'operator', by: 'alice' },
  });
});

test('a manual tick that finds nothing to do says so', async () => {
  const { test: system, order } = createOrderSystem({ facts: async () => new Map() });
  await order().create({ owner: '0xa' });
  expect(await system.system().operator.tick('order/o1', 'alice')).toMatchObject({ changed: false, record: { revision: 1 } });
  await order().ask({ type: 'FINISH' });
  expect(await system.system().operator.tick('order/o1', 'alice')).toMatchObject({ changed: false, accepted: false });
});

test('a manual tick that is refused says why', async () => {
  const away = createOrderSystem({ facts: () => Promise.reject(new Error('the chain is away')) });
  await away.order().create({ owner: '0xa' });
  const { operator } = away.test.system();
  expect(await failureOf(operator.tick('order/o1', 'alice'))).toMatchObject({ message: 'the chain is away' });
  expect(await failureOf(operator.tick('order/none', 'alice'))).toMatchObject({ code: 'actor-not-found' });
  expect(await failureOf(operator.tick('ghost/1', 'alice'))).toMatchObject({ code: 'unknown-actor-type' });

  const late = createOrderSystem({ facts: () => new Promise(() => undefined), system: { factsDeadlineMs: 5_000 } });
  await late.order().create({ owner: '0xa' });
  const failed = failureOf(late.test.system().operator.tick('order/o1', 'alice'));
  await late.test.advance(6_000);
  expect(await failed).toMatchObject({ code: 'facts-deadline' });

  const failing = createOrderSystem({
    tickEvent: () => {
      throw new Error('no event');
    },
  });
  await failing.order().create({ owner: '0xa' });
  expect(await failureOf(failing.test.system().operator.tick('order/o1', 'alice'))).toMatchObject({ code: 'step-failed' });
});

test('a quarantined actor takes no tick', async () => {
  const { test: system, order } = createOrderSystem({
    ...price('5'),
    system: { supervision: { maxFailures: 1, firstDelayMs: 1, maxDelayMs: 1 } },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await order().ask({ type: 'FAIL_TICKS', failing: true });
  await system.tick();
  expect(await failureOf(system.system().operator.tick('order/o1', 'alice'))).toMatchObject({ code: 'actor-quarantined' });
});

test('a restore of an actor that has changed since it was shown changes nothing', async () => {
  const { test: system, order, context } = createOrderSystem();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'ADD', by: 1 });
  await order().ask({ type: 'ADD', by: 10 });
  const { operator } = system.system();
  expect(await failureOf(operator.restore('order/o1', 1, 'alice', 2))).toMatchObject({ code: 'revision-moved-on' });
  expect((await context()).count).toBe(11);
  expect(await operator.restore('order/o1', 2, 'alice', 3)).toMatchObject({ revision: 4, snapshot: { context: { count: 1 } } });
});

test('the revision that counts is the stored one, not that of a stale copy', async () => {
  const store = createMemoryActorStore();
  const a = createOrderSystem({ system: { store, seed: 1 } });
  const b = createOrderSystem({ system: { store, seed: 2 } });
  await a.order().create({ owner: '0xa' });
  await b.order().ask({ type: 'ADD', by: 1 });
  // Node a's copy of the actor in memory is still at revision 1.
  expect(await a.test.system().operator.restore('order/o1', 1, 'alice', 2)).toMatchObject({
    revision: 3,
    snapshot: { context: { count: 0 } },
  });
  await b.order().ask({ type: 'ADD', by: 1 });
  expect(await failureOf(a.test.system().operator.restore('order/o1', 1, 'alice', 3))).toMatchObject({ code: 'revision-moved-on' });
  expect((await a.order().ask({ type: 'ADD', by: 1 })).snapshot.context.count).toBe(2);
});

test('actors that are due at every tick are overdue only with a late effect in their outbox', async () => {
  const never = () => new Promise<never>(() => undefined);
  const { test: system, order } = createOrderSystem({ pay: never, deadlineMs: 30_000 });
  await order('always').create({ owner: '0xa' });
  await order('always').ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await order('late').create({ owner: '0xa' });
  await order('late').ask({ type: 'WANT_TICK', dueAtMs: system.time.clock.now() + 60_000 });
  await order('stuck').create({ owner: '0xa' });
  await order('stuck').ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await order('stuck').ask({ type: 'PAY', amount: '1' });
  const overdue = async (beforeMs: number, limit = 10) => {
    const page = await system.system().operator.list({ order: 'oldest', limit, wakeBeforeMs: beforeMs });
    return page.actors.map(({ record }) => record.id);
  };
  const nowMs = system.time.clock.now();
  expect(await overdue(nowMs + 1_000)).toEqual([]);
  expect(await overdue(nowMs + 600_000)).toEqual(['order/late', 'order/stuck']);
});

test('a release uses the stored actor, not a stale copy that is healthy', async () => {
  const store = createMemoryActorStore();
  const a = createOrderSystem({ system: { store, seed: 1 } });
  const b = createOrderSystem({
    facts: async () => new Map([['price/1', '5']]),
    system: { store, seed: 2, supervision: { maxFailures: 1, firstDelayMs: 1, maxDelayMs: 1 } },
  });
  await a.order().create({ owner: '0xa' });
  await a.order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await b.order().ask({ type: 'FAIL_TICKS', failing: true });
  await b.test.tick();
  expect((await b.record()).health.state).toBe('quarantined');
  // Node a's copy of the actor in memory is older than these changes.
  const before = (await b.record()).revision;
  expect(await a.test.system().operator.release('order/o1', 'alice')).toMatchObject({ revision: before + 1, health: { state: 'ok' } });
  expect(await b.record()).toMatchObject({ revision: before + 1, health: { state: 'ok' } });
});
