import { expect, test } from 'bun:test';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { createOrderSystem } from './support/order-system.ts';

const never = () => new Promise<never>(() => undefined);

/** Payments that end only when the test ends them, and the number of running payments. */
function gatedPayments() {
  const gates: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    pay: async (_params: object, { key }: { key: string }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
      return { type: 'PAID' as const, receipt: key };
    },
    open: () => gates.shift()?.(),
    running: () => running,
    most: () => most,
  };
}

test('no more effects run at a time than the node has room for, and those without room run as others end', async () => {
  const gated = gatedPayments();
  const { order, context, test: system } = createOrderSystem({ pay: gated.pay, deadlineMs: 100_000, system: { maxEffects: 3 } });
  const keys = Array.from({ length: 12 }, (_, i) => `o${i}`);
  await Promise.all(keys.map((key) => order(key).create({ owner: key })));
  await Promise.all(keys.map((key) => order(key).ask({ type: 'PAY_TWICE' })));
  await system.settle();
  expect(gated.running()).toBe(3);
  for (let i = 0; i < 24; i += 1) {
    gated.open();
    await system.settle();
  }
  expect(gated.most()).toBe(3);
  for (const key of keys) expect((await context(key)).receipts).toHaveLength(2);
});

test('effects that found no room survive a crash', async () => {
  const {
    order,
    context,
    test: system,
  } = createOrderSystem({
    safety: 'reconcile',
    pay: (_params, { key }) => (system.crashes() === 0 ? never() : Promise.resolve({ type: 'PAID', receipt: key })),
    deadlineMs: 5_000,
    system: { maxEffects: 1 },
  });
  for (const key of ['a', 'b', 'c']) {
    await order(key).create({ owner: key });
    await order(key).ask({ type: 'PAY', amount: '1' });
  }
  system.crash();
  await system.advance(10_000);
  for (const key of ['a', 'b', 'c']) expect((await context(key)).receipts).toHaveLength(1);
});

test('an effect that still runs here is left alone when the clock jumps past the end of its lease', async () => {
  const gated = gatedPayments();
  const {
    order,
    context,
    payments,
    lookups,
    test: system,
  } = createOrderSystem({ safety: 'reconcile', pay: gated.pay, deadlineMs: 100_000 });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  system.time.jump(26 * 3_600_000);
  await system.tick();
  await system.advance(2_000);
  expect([payments.length, lookups.length]).toEqual([1, 0]);
  gated.open();
  await system.settle();
  expect((await context()).receipts).toEqual(['order/o1/2/0']);
});

test('a failure on a node that was suspended past its lease does not change the attempt of the node that took over', async () => {
  const slow = Promise.withResolvers<never>();
  const first = createOrderSystem({ safety: 'reconcile', pay: () => slow.promise });
  const gated = gatedPayments();
  const second = createOrderSystem({ safety: 'reconcile', pay: gated.pay, system: { store: first.test.store, seed: 2 } });
  await first.order().create({ owner: '0xa' });
  await first.order().ask({ type: 'PAY', amount: '7' });
  await first.test.settle();

  // Time passes for the second node only. For the first node this is as if its host had been suspended.
  await second.test.advance(13_000);
  expect(gated.running()).toBe(1);
  slow.reject(new RetryableError({ code: 'busy', message: 'nothing happened' }));
  await first.test.settle();
  expect((await second.record()).outbox).toMatchObject([{ leasedBy: 'node-2-1', attempts: 2 }]);
  await first.test.advance(5_000);
  expect(first.payments).toHaveLength(1);
  gated.open();
  await second.test.settle();
  expect((await second.context()).receipts).toHaveLength(1);
});

test('a success counts, even when another node has the lease by then', async () => {
  const slow = Promise.withResolvers<{ type: 'PAID'; receipt: string }>();
  const first = createOrderSystem({ safety: 'reconcile', pay: () => slow.promise });
  const second = createOrderSystem({ safety: 'reconcile', reconcile: never, system: { store: first.test.store, seed: 2 } });
  await first.order().create({ owner: '0xa' });
  await first.order().ask({ type: 'PAY', amount: '7' });
  await first.test.settle();
  await second.test.advance(13_000);
  slow.resolve({ type: 'PAID', receipt: 'first' });
  await first.test.settle();
  expect(await first.record()).toMatchObject({ outbox: [], snapshot: { context: { receipts: ['first'] } } });
});

test('two nodes that find the same abandoned effect run it once', async () => {
  const store = createOrderSystem().test.store;
  const ran: string[] = [];
  const dead = createOrderSystem({ safety: 'reconcile', pay: never, system: { store, seed: 9 } });
  await dead.order().create({ owner: '0xa' });
  await dead.order().ask({ type: 'PAY', amount: '7' });
  const nodes = [1, 2].map((seed) =>
    createOrderSystem({
      safety: 'reconcile',
      pay: async (_params, { key }) => {
        ran.push(`node ${seed}`);
        return { type: 'PAID', receipt: key };
      },
      system: { store, seed },
    }),
  );
  await Promise.all(nodes.map(({ test: node }) => node.advance(15_000)));
  expect(ran).toHaveLength(1);
  expect((await dead.context()).receipts).toHaveLength(1);
});

test('an effect of an older program that this one does not know is shown to an operator', async () => {
  const { order, record, test: system } = createOrderSystem({ pay: never });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  const [found] = await system.store.load(['order/o1']);
  if (!found) throw new Error('There is no order/o1.');
  const [entry] = found.record.outbox;
  if (!entry) throw new Error('There is no effect.');
  const { record: old, handle } = found;
  const next = {
    ...old,
    revision: 3,
    outbox: [{ ...entry, name: 'payByCheque', leasedBy: 'gone', leaseUntilMs: old.updatedAtMs }],
    wakeAtMs: old.updatedAtMs,
  };
  const note = { event: { id: 'old', type: 'OLD', payload: {} }, atMs: old.updatedAtMs, cause: { kind: 'system' as const } };
  await system.store.commit([{ previous: old, next, note, handle }]);
  system.crash();
  await system.tick();
  expect(await record()).toMatchObject({
    health: { state: 'quarantined', lastError: { code: 'unknown-effect' } },
    outbox: [{ name: 'payByCheque', leasedBy: null }],
  });
});
