import { expect, test } from 'bun:test';
import { createOrderSystem, failureOf } from './support/order-system.ts';

const never = () => new Promise<never>(() => undefined);

test('a restore appends a revision with the old snapshot, and rewrites nothing', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  for (const by of [1, 10, 100]) await order().ask({ type: 'ADD', by });
  const before = await system.system().operator.history('order/o1', { limit: 10 });
  const restored = await system.system().operator.restore('order/o1', 3, 'alice');
  expect(restored).toMatchObject({ revision: 5, epoch: 1, health: { state: 'ok' } });
  expect((await context()).count).toBe(11);
  const [entry, ...rest] = await system.system().operator.history('order/o1', { limit: 10 });
  expect(entry).toMatchObject({ event: { type: 'runtime.restored', payload: { revision: 3 } }, cause: { kind: 'operator', by: 'alice' } });
  expect(rest).toEqual([...before]);
  expect((await order().ask({ type: 'ADD', by: 1 })).snapshot.context.count).toBe(12);
});

test('the event of a restore is applied in its own commit', async () => {
  const { order, test: system } = createOrderSystem({ restore: () => ({ type: 'RECONCILE' }) });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'ADD', by: 1 });
  const restored = await system.system().operator.restore('order/o1', 1, 'alice');
  expect(restored).toMatchObject({ revision: 3, snapshot: { value: 'reconciling', context: { count: 0 } } });
});

test('effects that were settled are not run again, and new ones have keys that were never used', async () => {
  const { order, payments, record, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '1' });
  await system.settle();
  // The restored revision 2 has the effect in its outbox, leased but not settled. The effect was settled later, so the payment must not be
  // made a second time.
  await system.system().operator.restore('order/o1', 2, 'alice');
  await system.advance(60_000);
  expect(payments).toHaveLength(1);
  expect((await record()).outbox).toEqual([]);
  await order().ask({ type: 'PAY', amount: '2' });
  await system.settle();
  expect(payments.map(({ key }) => key)).toEqual(['order/o1/2/0', 'order/o1/5/0@1']);
});

test('effects that may have run stay and are looked up; effects of undone revisions that never ran are dropped', async () => {
  const {
    order,
    record,
    payments,
    lookups,
    test: system,
  } = createOrderSystem({
    safety: 'reconcile',
    pay: never,
    reconcile: async (_params, { key }) => ({ happened: true, event: { type: 'PAID', receipt: key } }),
    system: { maxEffects: 1 },
  });
  await order().create({ owner: '0xa' });
  // The first effect starts immediately. The second one waits, because only one effect can run at a time.
  await order().ask({ type: 'PAY_TWICE' });
  await system.settle();
  expect((await record()).outbox.map(({ state }) => state)).toEqual(['leased', 'ready']);
  await system.system().operator.restore('order/o1', 1, 'alice');
  expect((await record()).outbox).toMatchObject([{ key: 'order/o1/2/0', state: 'leased' }]);
  await system.advance(30_000);
  expect([payments.length, lookups.length]).toEqual([1, 1]);
  expect((await record()).snapshot.context).toMatchObject({ receipts: ['order/o1/2/0'] });
});

test('a restore heals a quarantined actor', async () => {
  const {
    order,
    record,
    context,
    test: system,
  } = createOrderSystem({
    facts: async () => new Map([['price/1', '5']]),
    system: { supervision: { maxFailures: 1, firstDelayMs: 1, maxDelayMs: 1 } },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await order().ask({ type: 'FAIL_TICKS', failing: true });
  await system.tick();
  expect((await record()).health.state).toBe('quarantined');
  await system.system().operator.restore('order/o1', 2, 'alice');
  await system.tick();
  expect(await record()).toMatchObject({ health: { state: 'ok' } });
  expect((await context()).prices).toEqual(['5']);
});

test('an impossible restore is refused: by the definition, for an unknown revision, for an unknown actor', async () => {
  const { order, test: system } = createOrderSystem({ restore: 'refuse' });
  await order().create({ owner: '0xa' });
  const { operator } = system.system();
  expect(await failureOf(operator.restore('order/o1', 1, 'alice'))).toMatchObject({ code: 'restore-refused' });
  const other = createOrderSystem();
  await other.order().create({ owner: '0xa' });
  const operatorOfOther = other.test.system().operator;
  expect(await failureOf(operatorOfOther.restore('order/o1', 9, 'alice'))).toMatchObject({ code: 'revision-not-found' });
  expect(await failureOf(operatorOfOther.restore('order/none', 1, 'alice'))).toMatchObject({ code: 'revision-not-found' });
  expect(await failureOf(operatorOfOther.restore('ghost/1', 1, 'alice'))).toMatchObject({ code: 'unknown-actor-type' });
  expect(await failureOf(operatorOfOther.release('order/none', 'alice'))).toMatchObject({ code: 'actor-not-found' });
});
