import { expect, test } from 'bun:test';
import { createOrderSystem, failureOf } from './support/order-system.ts';

const never = () => new Promise<never>(() => undefined);

test('a draining node refuses new asks and ticks, and still runs to the end what it has begun', async () => {
  const gate = Promise.withResolvers<{ type: 'PAID'; receipt: string }>();
  const { order, context, test: system } = createOrderSystem({ pay: () => gate.promise });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  const drained = system.system().drain(5_000);
  expect(await failureOf(order().ask({ type: 'ADD', by: 1 }))).toMatchObject({ code: 'draining', kind: 'retryable' });
  expect(await system.system().tick(system.time.clock.now())).toBeNull();
  expect(system.system().stats()).toMatchObject({ draining: true, effectsRunning: 1 });
  gate.resolve({ type: 'PAID', receipt: 'r' });
  expect(await drained).toEqual({ abortedEffects: 0 });
  expect((await context()).receipts).toEqual(['r']);
  expect(await system.system().drain(5_000)).toEqual({ abortedEffects: 0 });
});

test('an effect that does not end in time is aborted, and left for the next process', async () => {
  let signal: AbortSignal | null = null;
  const {
    order,
    record,
    context,
    payments,
    test: system,
  } = createOrderSystem({
    safety: 'reconcile',
    deadlineMs: 600_000,
    pay: (_params, running) => {
      signal = running.signal;
      return system.crashes() === 0 ? never() : Promise.resolve({ type: 'PAID', receipt: running.key });
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  const drained = system.system().drain(5_000);
  await system.advance(5_000);
  expect(await drained).toEqual({ abortedEffects: 1 });
  expect(signal).toMatchObject({ aborted: true });
  expect((await record()).outbox).toMatchObject([{ state: 'indeterminate', leasedBy: null, leaseUntilMs: null }]);
  system.crash();
  await system.advance(10_000);
  expect(payments).toHaveLength(2);
  expect((await context()).receipts).toHaveLength(1);
});

test('asks that were taken before the drain are answered before it ends, also those that wait for a load or a retry', async () => {
  const { order, context, test: system } = createOrderSystem();
  for (const key of ['a', 'b']) await order(key).create({ owner: key });
  system.crash();
  let conflicts = 3;
  system.faults(({ next }) => {
    conflicts -= next.id === 'order/b' ? 1 : 0;
    return next.id === 'order/b' && conflicts >= 0 ? { kind: 'conflict' } : null;
  });
  const answers: string[] = [];
  for (const key of ['a', 'b', 'a', 'b'])
    void order(key)
      .ask({ type: 'ADD', by: 1 })
      .then(() => answers.push(key));
  await system.system().drain(5_000);
  await Promise.resolve();
  expect(answers.sort()).toEqual(['a', 'a', 'b', 'b']);
  expect((await context('a')).count + (await context('b')).count).toBe(4);
});

test('a tick that runs is waited for', async () => {
  const gate = Promise.withResolvers<Map<string, string>>();
  const { order, context, test: system } = createOrderSystem({ facts: () => gate.promise });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  const tick = system.system().tick(system.time.clock.now());
  await system.settle();
  let over = false;
  const drained = system
    .system()
    .drain(5_000)
    .then(() => {
      over = true;
    });
  await system.settle();
  expect(over).toBe(false);
  gate.resolve(new Map([['price/1', '5']]));
  await drained;
  expect(await tick).toMatchObject({ committed: 1 });
  expect((await context()).prices).toEqual(['5']);
});

test('an effect that runs during a drain may still ask other actors, and what it asks for is left to others', async () => {
  const gate = Promise.withResolvers<void>();
  const {
    order,
    record,
    context,
    payments,
    test: system,
  } = createOrderSystem({
    pay: async (_params, { key, actorId, actors }) => {
      await gate.promise;
      if (actorId === 'order/o1') await actors.send('order/o2', { type: 'PAY', amount: '1' }, { eventId: key });
      return { type: 'PAID', receipt: key };
    },
  });
  for (const key of ['o1', 'o2']) await order(key).create({ owner: key });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  const drained = system.system().drain(5_000);
  gate.resolve();
  await drained;
  expect((await context('o1')).receipts).toHaveLength(1);
  expect(payments).toHaveLength(1);
  expect((await record('o2')).outbox).toMatchObject([{ state: 'ready', attempts: 0 }]);
  system.crash();
  await system.advance(2_000);
  expect((await context('o2')).receipts).toHaveLength(1);
});
