import { expect, test } from 'bun:test';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';
import { atLeast, createWatcherSystem } from './support/watcher-system.ts';

const price = async () => new Map([['price/1', '5']]);

/** Creates a system of orders whose actor type the test can pause and resume. */
function createPausable(options: Parameters<typeof createOrderSystem>[0] = {}) {
  const paused = new Set<string>();
  const system = { isPaused: (type: string) => paused.has(type), ...options.system };
  const orders = createOrderSystem({ facts: price, ...options, system });
  return { ...orders, pause: () => void paused.add('order'), resume: () => void paused.delete('order') };
}

test('a paused type gets no ticks, and what it missed is one tick after its resume', async () => {
  const { test: system, order, context, pause, resume } = createPausable();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  pause();
  for (let i = 0; i < 3; i += 1) expect(await system.tick()).toMatchObject({ due: 0, stepped: 0, missed: 0, factsFetched: 0 });
  expect(await failureOf(system.system().operator.tick('order/o1', 'alice'))).toMatchObject({ code: 'type-paused' });
  resume();
  expect(await system.tick()).toMatchObject({ due: 1, stepped: 1 });
  expect((await context()).prices).toEqual(['5']);
});

test('events from outside are applied and recorded during a pause, and their effects run once after the resume', async () => {
  const { test: system, order, context, record, payments, pause, resume } = createPausable();
  await order().create({ owner: '0xa' });
  pause();
  expect(await order().ask({ type: 'ADD', by: 3 })).toMatchObject({ accepted: true, changed: true });
  await order().ask({ type: 'PAY_TWICE' });
  await system.advance(10 * 60_000);
  await system.tick();
  expect((await context()).count).toBe(3);
  expect((await record()).outbox).toMatchObject([
    { state: 'ready', attempts: 0, leasedBy: null },
    { state: 'ready', attempts: 0, leasedBy: null },
  ]);
  expect(payments).toEqual([]);
  resume();
  await system.advance(1_000);
  expect(payments.length).toBe(2);
  expect(await record()).toMatchObject({ outbox: [], snapshot: { context: { receipts: ['order/o1/3/0', 'order/o1/3/1'] } } });
});

test('an effect that runs when its type is paused ends, and its result is applied; its retry waits', async () => {
  const paid = Promise.withResolvers<null>();
  const { test: system, order, record, payments, pause, resume } = createPausable({ pay: () => paid.promise });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '1' });
  pause();
  paid.reject(new Error('no line'));
  await system.advance(10 * 60_000);
  expect((await record()).outbox).toMatchObject([{ state: 'ready', attempts: 1, lastError: { message: 'no line' } }]);
  expect(payments.length).toBe(1);
  resume();
  await system.advance(1_000);
  expect(payments.length).toBe(2);
});

test('a crash during a pause loses nothing, and the process after it keeps the pause', async () => {
  const { test: system, order, record, context, payments, pause, resume } = createPausable();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  pause();
  await order().ask({ type: 'PAY', amount: '1' });
  system.crash();
  await system.system().takeOver();
  await system.tick();
  await system.advance(60_000);
  expect((await record()).outbox).toMatchObject([{ state: 'ready', attempts: 0 }]);
  expect({ payments: payments.length, prices: (await context()).prices }).toEqual({ payments: 0, prices: [] });
  system.crash();
  resume();
  await system.advance(1_000);
  await system.tick();
  expect({ payments: payments.length, prices: (await context()).prices }).toEqual({ payments: 1, prices: ['5'] });
});

test('effects of a process that died during a pause are looked up only after the resume', async () => {
  const {
    test: system,
    order,
    payments,
    lookups,
    pause,
    resume,
  } = createPausable({
    safety: 'reconcile',
    pay: () => new Promise<never>(() => undefined),
    reconcile: async () => ({ happened: true, event: { type: 'PAID', receipt: 'r' } }),
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '1' });
  pause();
  system.crash();
  await system.system().takeOver();
  await system.advance(10 * 60_000);
  expect({ payments: payments.length, lookups: lookups.length }).toEqual({ payments: 1, lookups: 0 });
  resume();
  await system.advance(1_000);
  expect({ payments: payments.length, lookups: lookups.length }).toEqual({ payments: 1, lookups: 1 });
});

test('effects that another node left ready during a pause are found at the resume, though ticks passed them', async () => {
  const store = createMemoryActorStore();
  const acting = createOrderSystem({ system: { store, seed: 2, maxEffects: 0 } });
  const { test: system, payments, pause, resume } = createPausable({ system: { store } });
  await acting.order().create({ owner: '0xa' });
  pause();
  await acting.order().ask({ type: 'PAY', amount: '1' });
  for (let i = 0; i < 3; i += 1) await system.tick();
  resume();
  await system.advance(1_000);
  expect(payments.length).toBe(1);
});

test('after a resume effects beyond the capacity start as capacity becomes free', async () => {
  const store = createMemoryActorStore();
  const acting = createOrderSystem({ system: { store, seed: 2, maxEffects: 0 } });
  const { test: system, payments, pause, resume } = createPausable({ system: { store, maxEffects: 2 } });
  pause();
  for (let i = 0; i < 20; i += 1) {
    await acting.order(`o${i}`).create({ owner: '0xa' });
    await acting.order(`o${i}`).ask({ type: 'PAY', amount: '1' });
  }
  await system.tick();
  await system.tick();
  resume();
  await system.advance(20_000);
  expect(payments.length).toBe(20);
});

test('a type that is paused while its facts are fetched takes no step any more', async () => {
  const fetched = Promise.withResolvers<Map<string, string>>();
  const { test: system, order, context, pause } = createPausable({ facts: () => fetched.promise });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  const nowMs = system.time.clock.now();
  const ticking = system.system().tick(nowMs);
  await system.settle();
  pause();
  fetched.resolve(new Map([['price/1', '5']]));
  expect(await ticking).toMatchObject({ stepped: 0, committed: 0, failed: 0 });
  expect((await context()).prices).toEqual([]);
});

test('triggers do not fire for a paused type, and its topics are not read', async () => {
  let isPaused = true;
  const { test: system, watcher, fired, set, asked } = createWatcherSystem({ system: { isPaused: () => isPaused } });
  await watcher().create({ triggers: [atLeast('price/a', 10)] });
  set({ 'price/a': 11 });
  expect(await system.tick()).toMatchObject({ triggered: 0 });
  expect(asked).toEqual([]);
  isPaused = false;
  expect(await system.tick()).toMatchObject({ triggered: 1, committed: 1 });
  expect((await fired()).length).toBe(1);
});

test('other types continue, and paused actors are not overdue', async () => {
  const { test: system, order, pause } = createPausable();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: system.time.clock.now() + 1 });
  const list = (type?: string) =>
    system
      .system()
      .operator.list({ order: 'oldest', limit: 10, wakeBeforeMs: system.time.clock.now(), ...(type === undefined ? {} : { type }) });
  pause();
  await system.tick();
  await system.tick();
  expect((await list()).actors).toEqual([]);
  expect((await list('order')).actors).toEqual([]);
  expect(await system.system().operator.late({ beforeMs: system.time.clock.now(), most: 10 })).toMatchObject({ count: 0 });

  const store = createMemoryActorStore();
  const orders = createOrderSystem({ facts: price, system: { store, isPaused: (type) => type === 'watcher' } });
  await orders.order().create({ owner: '0xa' });
  await orders.order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  expect(await orders.test.tick()).toMatchObject({ due: 1, committed: 1 });
});

test('a node that refuses new work starts no effects, accepts no asks or actions, and answers reads', async () => {
  const { test: system, order, context, payments } = createOrderSystem();
  await order().create({ owner: '0xa' });
  system.system().refuse();
  expect(await failureOf(order().ask({ type: 'ADD', by: 1 }))).toMatchObject({ code: 'draining' });
  expect(await failureOf(system.system().operator.send('order/o1', { type: 'PAY', amount: '1' }, 'alice'))).toMatchObject({
    code: 'draining',
  });
  expect(system.system().stats().draining).toBe(true);
  expect((await context()).count).toBe(0);
  await system.advance(5_000);
  expect(payments).toEqual([]);
  expect(await system.system().drain(1_000)).toEqual({ abortedEffects: 0 });
});

test('effects that run when a node refuses new work are finished, and their follow-up effects wait for another node', async () => {
  const paid = Promise.withResolvers<{ type: 'PAID'; receipt: string }>();
  const { test: system, order, context, record } = createOrderSystem({ pay: () => paid.promise });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY_TWICE' });
  system.system().refuse();
  const drained = system.system().drain(60_000);
  paid.resolve({ type: 'PAID', receipt: 'r' });
  expect(await drained).toEqual({ abortedEffects: 0 });
  expect((await context()).receipts).toEqual(['r', 'r']);
  expect((await record()).outbox).toEqual([]);
});
