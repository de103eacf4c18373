import { expect, test } from 'bun:test';
import type { EffectContext } from '../../../src/runtime/define/definition.ts';
import { IndeterminateError } from '../../../src/values/errors/indeterminate-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { createOrderSystem } from './support/order-system.ts';

const never = () => new Promise<never>(() => undefined);
const retryable = (retryAfterMs?: number) => new RetryableError({ code: 'busy', message: 'busy', retryAfterMs });
const terminal = () => new TerminalError({ code: 'no-funds', message: 'no funds' });

test('past its deadline an idempotent effect is aborted and run again', async () => {
  const signals: AbortSignal[] = [];
  const {
    order,
    record,
    context,
    payments,
    test: system,
  } = createOrderSystem({
    deadlineMs: 5_000,
    pay: (_params, { attempt, signal, key }: EffectContext) => {
      signals.push(signal);
      return attempt === 1 ? never() : Promise.resolve({ type: 'PAID', receipt: key });
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(4_999);
  expect(signals[0]?.aborted).toBe(false);
  await system.advance(1);
  expect(signals[0]?.aborted).toBe(true);
  expect((await record()).outbox).toMatchObject([{ state: 'ready', lastError: { code: 'effect-deadline' } }]);
  await system.advance(5_000);
  expect(payments).toHaveLength(2);
  expect((await context()).receipts).toHaveLength(1);
});

test('past its deadline an effect that may have happened is looked up first: it had happened', async () => {
  const {
    order,
    context,
    payments,
    lookups,
    test: system,
  } = createOrderSystem({
    safety: 'reconcile',
    deadlineMs: 5_000,
    pay: never,
    reconcile: async (_params, { key }) => ({ happened: true, event: { type: 'PAID', receipt: `found ${key}` } }),
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(20_000);
  expect(payments).toHaveLength(1);
  expect(lookups).toHaveLength(1);
  expect((await context()).receipts).toEqual(['found order/o1/2/0']);
});

test('past its deadline an effect that may have happened is looked up first: it had not, so it is run', async () => {
  const {
    order,
    context,
    payments,
    lookups,
    test: system,
  } = createOrderSystem({
    safety: 'reconcile',
    deadlineMs: 5_000,
    pay: (_params, { attempt, key }) => (attempt === 1 ? never() : Promise.resolve({ type: 'PAID', receipt: key })),
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(20_000);
  expect([payments.length, lookups.length]).toEqual([2, 1]);
  expect((await context()).receipts).toHaveLength(1);
});

test('a handler that answers after its deadline is not heard', async () => {
  const gate = Promise.withResolvers<{ type: 'PAID'; receipt: string }>();
  const {
    order,
    context,
    test: system,
  } = createOrderSystem({
    deadlineMs: 5_000,
    pay: (_params, { attempt }) => (attempt === 1 ? gate.promise : Promise.resolve({ type: 'PAID', receipt: 'second' })),
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(20_000);
  gate.resolve({ type: 'PAID', receipt: 'late' });
  await system.advance(1_000);
  expect((await context()).receipts).toEqual(['second']);
});

test('only a retryable error says that nothing happened: any other leaves an effect to be looked up', async () => {
  for (const [error, lookupsWanted] of [
    [retryable(), 0],
    [new Error('socket hang up'), 1],
    [new IndeterminateError({ code: 'sent', message: 'sent' }), 1],
  ] as const) {
    const {
      order,
      payments,
      lookups,
      test: system,
    } = createOrderSystem({
      safety: 'reconcile',
      pay: async (_params, { attempt, key }) => {
        if (attempt === 1) throw error;
        return { type: 'PAID', receipt: key };
      },
    });
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '7' });
    await system.advance(5_000);
    expect([payments.length, lookups.length]).toEqual([2, lookupsWanted]);
  }
});

test('a result that the machine cannot take quarantines it with the effect kept; released, it is looked up and not done again', async () => {
  let broken = true;
  const {
    order,
    record,
    context,
    payments,
    lookups,
    test: system,
  } = createOrderSystem({
    safety: 'reconcile',
    pay: async () => (broken ? ({ type: 'EXPLODE' } as never) : null),
    reconcile: async (_params, { key }) => ({ happened: true, event: { type: 'PAID', receipt: key } }),
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  expect(await record()).toMatchObject({
    health: { state: 'quarantined', lastError: { code: 'step-failed' } },
    outbox: [{ state: 'indeterminate', attempts: 1, leasedBy: null }],
  });
  broken = false;
  await system.system().operator.release('order/o1', 'op');
  await system.settle();
  expect([payments.length, lookups.length]).toEqual([1, 1]);
  expect((await context()).receipts).toEqual(['order/o1/2/0']);
});

test('a failure that the definition cannot turn into an event quarantines, and does not run for ever', async () => {
  const {
    order,
    record,
    payments,
    test: system,
  } = createOrderSystem({
    onFailure: () => {
      throw new Error('no such failure');
    },
    pay: async () => {
      throw terminal();
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(300_000);
  expect(payments).toHaveLength(1);
  expect((await record()).health).toMatchObject({ state: 'quarantined', lastError: { message: 'no such failure' } });
});

test('another effect that fails does not release a quarantined actor', async () => {
  const gate = Promise.withResolvers<never>();
  const {
    order,
    record,
    test: system,
  } = createOrderSystem({
    failureIsAnEvent: false,
    pay: ({ amount }) => (amount === '1' ? Promise.reject(terminal()) : gate.promise),
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY_TWICE' });
  await system.settle();
  expect((await record()).health.state).toBe('quarantined');
  gate.reject(retryable());
  await system.settle();
  expect((await record()).health).toMatchObject({ state: 'quarantined', lastError: { code: 'no-funds' } });
  expect((await record()).outbox).toMatchObject([{ attempts: 1 }, { state: 'ready', attempts: 1, lastError: { code: 'busy' } }]);
});

test('an effect that asks another actor with its key does it once, however often it is run', async () => {
  const system = createOrderSystem({
    pay: async (_params, { actors, attempt, key }) => {
      await actors.send('order/target', { type: 'ADD', by: 1 }, { eventId: key });
      if (attempt < 3) throw new Error('the answer was lost');
      return { type: 'PAID', receipt: key };
    },
  });
  await system.order('target').create({ owner: '0xb' });
  await system.order().create({ owner: '0xa' });
  await system.order().ask({ type: 'PAY', amount: '7' });
  await system.test.advance(30_000);
  expect(system.payments).toHaveLength(3);
  expect((await system.context('target')).count).toBe(1);
  expect((await system.context()).receipts).toHaveLength(1);
});
