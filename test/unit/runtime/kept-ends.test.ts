import { expect, test } from 'bun:test';
import { createOrderSystem } from './support/order-system.ts';

const MINUTE = 60_000;
/** Length of an effect's lease in milliseconds: the effect's deadline plus the time that is left for storing its result. */
const LEASE_MS = 12_000;

async function paidOrder(options: Parameters<typeof createOrderSystem>[0] = {}) {
  const world = createOrderSystem({ pay: async () => null, endIsStored: 'with-next', ...options });
  await world.order().create({ owner: '0xa' });
  await world.order().ask({ type: 'PAY', amount: '7' });
  await world.test.settle();
  return world;
}

test('the end of an effect without a result is stored with the next commit of its actor', async () => {
  const { order, record, payments, test: system } = await paidOrder();
  expect(await record()).toMatchObject({ revision: 2, outbox: [{ name: 'pay', state: 'leased' }] });
  await order().ask({ type: 'ADD', by: 1 });
  expect(await record()).toMatchObject({ revision: 3, outbox: [], wakeAtMs: null });
  await system.advance(10 * MINUTE);
  expect(await record()).toMatchObject({ revision: 3 });
  expect(payments).toHaveLength(1);
});

test('an event that changes nothing stores nothing', async () => {
  const { order, record } = await paidOrder();
  await order().ask({ type: 'HALF' });
  expect(await record()).toMatchObject({ revision: 2, outbox: [{ name: 'pay' }] });
});

test('without another commit it is stored before the lease ends, once, and the effect does not run again', async () => {
  const { record, payments, test: system } = await paidOrder();
  await system.advance(LEASE_MS - 1_600);
  expect(await record()).toMatchObject({ revision: 2 });
  await system.advance(200);
  expect(await record()).toMatchObject({ revision: 3, outbox: [], wakeAtMs: null });
  await system.advance(10 * MINUTE);
  expect(await record()).toMatchObject({ revision: 3 });
  expect(payments).toHaveLength(1);
});

test('a process that dies before that runs the effect again, with the same key', async () => {
  const { record, payments, test: system } = await paidOrder();
  system.crash();
  await system.advance(MINUTE);
  expect(payments.map(({ key }) => key)).toEqual(['order/o1/2/0', 'order/o1/2/0']);
  expect(await record()).toMatchObject({ outbox: [] });
});

test('a node that shuts down stores it first', async () => {
  const { record, payments, test: system } = await paidOrder();
  expect(await system.system().drain(5_000)).toEqual({ abortedEffects: 0 });
  expect(await record()).toMatchObject({ revision: 3, outbox: [] });
  system.crash();
  await system.advance(MINUTE);
  expect(payments).toHaveLength(1);
});

test('a store that refuses it for longer than the lease does not make this node run the effect again', async () => {
  const { record, payments, test: system } = await paidOrder();
  system.faults(() => ({ kind: 'fail', point: 'before' }));
  await system.advance(2 * MINUTE);
  system.faults(null);
  await system.advance(MINUTE);
  expect(await record()).toMatchObject({ outbox: [] });
  expect(payments).toHaveLength(1);
});

test('its actor stays in memory until then', async () => {
  const { order, record, payments, test: system } = await paidOrder({ system: { maxResidents: 1 } });
  for (let n = 0; n < 10; n += 1) await order(`other${n}`).create({ owner: '0xa' });
  await order().ask({ type: 'ADD', by: 1 });
  expect(await record()).toMatchObject({ revision: 3, outbox: [] });
  await system.advance(10 * MINUTE);
  expect(payments).toHaveLength(1);
});

test('a failure is stored at once', async () => {
  const { record } = await paidOrder({
    pay: async () => {
      throw new Error('unreachable');
    },
  });
  expect(await record()).toMatchObject({ revision: 3, outbox: [{ state: 'ready', attempts: 1 }] });
});

test('an effect with a short delay is leased by the commit that requests it, and runs when its time has come', async () => {
  const { order, record, payments, test: system } = createOrderSystem({ delayMs: 2_000 });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(1_900);
  expect(payments).toEqual([]);
  expect(await record()).toMatchObject({ revision: 2, outbox: [{ state: 'leased', attempts: 1 }] });
  await system.advance(200);
  expect(payments).toHaveLength(1);
  expect(await record()).toMatchObject({ revision: 3, outbox: [] });
});

test('a node that shuts down runs what it has leased for later at once', async () => {
  const { order, record, payments, test: system } = createOrderSystem({ delayMs: 2_000 });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  expect(await system.system().drain(5_000)).toEqual({ abortedEffects: 0 });
  expect(payments).toHaveLength(1);
  expect(await record()).toMatchObject({ outbox: [] });
});

test('after a crash an effect with a short delay runs when its lease has ended', async () => {
  const { order, payments, test: system } = createOrderSystem({ delayMs: 2_000 });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  system.crash();
  await system.advance(MINUTE);
  expect(payments).toHaveLength(1);
});
