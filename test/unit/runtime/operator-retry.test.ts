import { expect, test } from 'bun:test';
import type { EffectContext } from '../../../src/runtime/define/definition.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';

const DAY = 24 * 3_600_000;
const paid = { type: 'PAID' as const, receipt: 'r' };
const away = new RetryableError({ code: 'card-away', message: 'The card service is away.', retryAfterMs: DAY });

/** Creates orders whose payments fail until `isAway` is false, and are retried after a day. */
function createShop(options: Parameters<typeof createOrderSystem>[0] = {}) {
  const state = { isAway: true };
  const pay = async (_params: unknown, { key }: EffectContext) => {
    if (state.isAway) throw away;
    return { type: 'PAID' as const, receipt: key };
  };
  return { state, ...createOrderSystem({ safety: 'reconcile', pay, ...options }) };
}

test('an effect that waits for its next attempt runs at once when an operator retries it', async () => {
  const { test: system, order, record, context, payments, state } = createShop();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY_TWICE' });
  await system.settle();
  const [first] = (await record()).outbox;
  expect(first).toMatchObject({ key: 'order/o1/2/0', state: 'ready', attempts: 1, lastError: { code: 'card-away' } });
  state.isAway = false;
  const retried = await system.system().operator.retry('order/o1', 'alice', 'order/o1/2/0');
  expect(retried.outbox[0]).toMatchObject({ attempts: 0, nextAttemptAtMs: system.time.clock.now() });
  await system.settle();
  expect((await context()).receipts).toEqual(['order/o1/2/0']);
  expect((await record()).outbox).toMatchObject([{ key: 'order/o1/2/1', state: 'ready' }]);
  expect(payments.length).toBe(3);
  const history = await system.system().operator.history('order/o1', { limit: 20 });
  expect(history.find(({ event }) => event.type === 'runtime.effect-retried')).toMatchObject({
    event: { payload: { keys: ['order/o1/2/0'] } },
    cause: { kind: 'operator', by: 'alice' },
  });
});

test('without a key all waiting effects run, also after a crash between the retry and its attempt', async () => {
  const { test: system, order, record, context, state } = createShop();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY_TWICE' });
  await system.settle();
  state.isAway = false;
  system.faults(({ note }) => (note.event.type === 'runtime.leased' && system.crashes() === 0 ? { kind: 'crash', point: 'before' } : null));
  await system.system().operator.retry('order/o1', 'alice');
  await system.advance(5_000);
  expect(system.crashes()).toBe(1);
  expect((await context()).receipts.length).toBe(2);
  expect((await record()).outbox).toEqual([]);
});

test('an effect that may have happened is looked up before it may run again', async () => {
  const {
    test: system,
    order,
    context,
    record,
    payments,
    lookups,
  } = createOrderSystem({
    safety: 'reconcile',
    pay: async () => {
      throw new Error('the line was cut');
    },
    reconcile: async () => ({ happened: true, event: paid }),
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '1' });
  await system.settle();
  expect((await record()).outbox).toMatchObject([{ state: 'indeterminate', leasedBy: null }]);
  await system.system().operator.retry('order/o1', 'alice');
  await system.settle();
  expect({ payments: payments.length, lookups: lookups.length }).toEqual({ payments: 1, lookups: 1 });
  expect((await context()).receipts).toEqual(['r']);
});

test('an effect whose lease expired is looked up as well', async () => {
  const store = createShop().test.store;
  const a = createOrderSystem({ safety: 'reconcile', pay: () => new Promise<never>(() => undefined), system: { store, seed: 1 } });
  await a.order().create({ owner: '0xa' });
  await a.order().ask({ type: 'PAY', amount: '1' });
  const [held] = (await a.record()).outbox;
  // Node a has stopped while it held the lease of the effect. Node b runs no effects itself; its time starts after the end of that lease.
  const startMs = (held?.leaseUntilMs ?? 0) + 1;
  const b = createOrderSystem({ safety: 'reconcile', system: { store, seed: 2, startMs, maxEffects: 0 } });
  const retried = await b.test.system().operator.retry('order/o1', 'alice');
  expect(retried.outbox).toMatchObject([{ state: 'indeterminate', leasedBy: null, leaseUntilMs: null, attempts: 0 }]);
  expect(retried.wakeAtMs).toBeLessThanOrEqual(startMs);
});

test('running, missing and quarantined effects are not retried, with the reason', async () => {
  const { test: system, order, record } = createOrderSystem({ pay: () => new Promise<never>(() => undefined) });
  const { operator } = system.system();
  await order().create({ owner: '0xa' });
  expect(await failureOf(operator.retry('order/o1', 'alice'))).toMatchObject({ code: 'nothing-waits' });
  await order().ask({ type: 'PAY', amount: '1' });
  const before = await record();
  for (const key of [undefined, 'order/o1/2/0']) {
    const refused = await failureOf(operator.retry('order/o1', 'alice', key));
    expect(refused).toMatchObject({ code: 'effect-running', message: expect.stringContaining('runs on node-1-1') });
  }
  expect(await failureOf(operator.retry('order/o1', 'alice', 'order/o1/9/9'))).toMatchObject({ code: 'effect-not-found' });
  expect(await failureOf(operator.retry('order/none', 'alice'))).toMatchObject({ code: 'actor-not-found' });
  expect(await record()).toEqual(before);

  const failing = createOrderSystem({
    pay: () => Promise.reject(new Error('?')),
    retry: { maxAttempts: 1, firstDelayMs: 1, maxDelayMs: 1 },
  });
  await failing.order().create({ owner: '0xa' });
  await failing.order().ask({ type: 'PAY', amount: '1' });
  await failing.test.settle();
  expect((await failing.record()).health.state).toBe('quarantined');
  expect(await failureOf(failing.test.system().operator.retry('order/o1', 'alice'))).toMatchObject({ code: 'actor-quarantined' });
});

test('a retry uses the stored actor, not a stale copy', async () => {
  const a = createShop();
  const b = createShop({ system: { store: a.test.store, seed: 2, maxEffects: 0 } });
  await a.order().create({ owner: '0xa' });
  // This call loads the actor into the memory of node b before the effect exists. So the copy of node b is outdated when it retries the
  // effect.
  await b.order().ask({ type: 'NOTHING' });
  await a.order().ask({ type: 'PAY', amount: '1' });
  await a.test.settle();
  expect(await b.test.system().operator.retry('order/o1', 'bob')).toMatchObject({ outbox: [{ state: 'ready', attempts: 0 }] });
});
