import { expect, test } from 'bun:test';
import { IndeterminateError } from '../../../src/values/errors/indeterminate-error.ts';
import { OverloadError } from '../../../src/values/errors/overload-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { createOrderSystem } from './support/order-system.ts';

const RETRY = { maxAttempts: 3, firstDelayMs: 1_000, maxDelayMs: 60_000 };
const retryable = (retryAfterMs?: number) => new RetryableError({ code: 'busy', message: 'busy', retryAfterMs });
const terminal = () => new TerminalError({ code: 'no-funds', message: 'no funds' });

test('an effect is leased in the commit that requests it, and settled in the commit of its result', async () => {
  const { order, record, context, payments, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();

  const [result, ask] = await system.system().operator.history('order/o1', { limit: 2 });
  expect(ask?.record).toMatchObject({
    revision: 2,
    outbox: [{ key: 'order/o1/2/0', name: 'pay', state: 'leased', attempts: 1, params: { amount: '7' } }],
  });
  expect(result).toMatchObject({
    revision: 3,
    event: { type: 'PAID' },
    cause: { kind: 'effect', by: 'order/o1/2/0' },
    record: { outbox: [] },
  });
  expect(payments).toEqual([{ params: { amount: '7' }, key: 'order/o1/2/0', attempt: 1 }]);
  expect((await context()).receipts).toEqual(['order/o1/2/0']);
  expect(await record()).toMatchObject({ wakeAtMs: null, health: { state: 'ok' } });
});

test('each effect of a step has its own key', async () => {
  const { order, payments, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY_TWICE' });
  await system.settle();
  expect(payments.map(({ key, params }) => [key, params.amount])).toEqual([
    ['order/o1/2/0', '1'],
    ['order/o1/2/1', '2'],
  ]);
});

test('an effect without a result leaves the outbox, and the machine as it is', async () => {
  const { order, record, test: system } = createOrderSystem({ pay: async () => null });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  expect(await record()).toMatchObject({ revision: 3, outbox: [], snapshot: { context: { receipts: [] } } });
});

test('a handler learns when its attempt is over: the result is stored, or the next attempt is', async () => {
  const ends: (readonly unknown[])[] = [];
  const {
    order,
    record,
    test: system,
  } = createOrderSystem({
    retry: RETRY,
    async pay(_params, { attempt, key, onEnd }) {
      onEnd(() => void record().then(({ revision, outbox }) => ends.push([attempt, revision, outbox.length])));
      if (attempt === 1) throw retryable();
      return { type: 'PAID', receipt: key };
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(10_000);
  const stored = (await record()).revision;
  expect(ends).toEqual([
    [1, 3, 1],
    [2, stored, 0],
  ]);
});

test('a result that the state does not expect settles the effect and is reported', async () => {
  const { order, record, test: system } = createOrderSystem({ pay: async () => ({ type: 'HALF' }) as never });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  expect((await record()).outbox).toEqual([]);
  expect(system.events).toContainEqual(expect.objectContaining({ kind: 'not-accepted', event: 'HALF', state: 'open' }));
});

test('a delayed effect waits in the record and runs when its time has come', async () => {
  const { order, record, payments, test: system } = createOrderSystem({ delayMs: 30_000 });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(28_000);
  expect(payments).toEqual([]);
  expect((await record()).outbox).toMatchObject([{ state: 'ready', attempts: 0 }]);
  system.crash();
  await system.advance(4_000);
  expect(payments).toHaveLength(1);
  expect((await record()).outbox).toEqual([]);
});

test('a retryable failure is tried again after a growing, jittered delay', async () => {
  let failures = 2;
  const {
    order,
    record,
    payments,
    test: system,
  } = createOrderSystem({
    retry: { maxAttempts: 5, firstDelayMs: 10_000, maxDelayMs: 60_000 },
    pay: async (_params, { key }) => {
      failures -= 1;
      if (failures >= 0) throw retryable();
      return { type: 'PAID', receipt: key };
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  const waiting = await record();
  expect(waiting).toMatchObject({
    health: { state: 'backing-off', failures: 1, lastError: { code: 'busy' } },
    outbox: [{ state: 'ready', attempts: 1, leasedBy: null, leaseUntilMs: null, lastError: { code: 'busy' } }],
  });
  const firstDelay = (waiting.outbox[0]?.nextAttemptAtMs ?? 0) - system.time.clock.now();
  expect(firstDelay).toBeGreaterThanOrEqual(5_000);
  expect(firstDelay).toBeLessThanOrEqual(10_000);

  await system.advance(11_000);
  expect(payments).toHaveLength(2);
  const secondDelay = ((await record()).outbox[0]?.nextAttemptAtMs ?? 0) - ((await record()).outbox[0]?.lastError?.atMs ?? 0);
  expect(secondDelay).toBeGreaterThanOrEqual(10_000);
  expect(secondDelay).toBeLessThanOrEqual(20_000);

  await system.advance(21_000);
  expect(payments.map(({ attempt, key }) => [attempt, key])).toEqual([1, 2, 3].map((attempt) => [attempt, 'order/o1/2/0']));
  expect(await record()).toMatchObject({ outbox: [], health: { state: 'ok', failures: 0 } });
});

test('many that failed together do not come back together', async () => {
  const {
    order,
    record,
    test: system,
  } = createOrderSystem({
    retry: { maxAttempts: 5, firstDelayMs: 60_000, maxDelayMs: 60_000 },
    pay: async () => {
      throw retryable();
    },
  });
  const keys = Array.from({ length: 20 }, (_, i) => `o${i}`);
  await Promise.all(keys.map((key) => order(key).create({ owner: key })));
  await Promise.all(keys.map((key) => order(key).ask({ type: 'PAY', amount: '1' })));
  await system.settle();
  const times = await Promise.all(keys.map(async (key) => (await record(key)).outbox[0]?.nextAttemptAtMs));
  expect(new Set(times).size).toBeGreaterThan(15);
});

test('retryAfterMs of the one that refused is waited for, also when it was full', async () => {
  for (const error of [retryable(300_000), new OverloadError({ code: 'mailbox-full', message: 'full', retryAfterMs: 300_000 })]) {
    const {
      order,
      record,
      test: system,
    } = createOrderSystem({
      retry: RETRY,
      pay: async () => {
        throw error;
      },
    });
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '7' });
    await system.settle();
    expect((await record()).outbox[0]?.nextAttemptAtMs).toBe(system.time.clock.now() + 300_000);
  }
});

test('an unexpected error of an idempotent effect is retried', async () => {
  const {
    order,
    record,
    test: system,
  } = createOrderSystem({
    pay: async (_params, { attempt, key }) => {
      if (attempt === 1) throw new Error('socket hang up');
      return { type: 'PAID', receipt: key };
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  expect((await record()).outbox).toMatchObject([{ state: 'ready', lastError: { code: 'unexpected-error', message: 'socket hang up' } }]);
  await system.advance(3_000);
  expect((await record()).outbox).toEqual([]);
});

test('a terminal failure becomes the event that the definition names', async () => {
  const {
    order,
    record,
    context,
    payments,
    test: system,
  } = createOrderSystem({
    pay: async () => {
      throw terminal();
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(300_000);
  expect(payments).toHaveLength(1);
  expect((await context()).failures).toEqual(['no-funds']);
  expect(await record()).toMatchObject({ outbox: [], health: { state: 'ok' } });
});

test('a terminal failure without an event quarantines the actor, every time', async () => {
  const {
    order,
    record,
    payments,
    test: system,
  } = createOrderSystem({
    failureIsAnEvent: false,
    pay: async () => {
      throw terminal();
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  for (let round = 1; round <= 3; round += 1) {
    expect(await record()).toMatchObject({
      health: { state: 'quarantined', lastError: { code: 'no-funds' } },
      wakeAtMs: null,
      outbox: [{ state: 'ready', leasedBy: null, lastError: { code: 'no-funds' } }],
    });
    expect(payments).toHaveLength(round);
    expect(system.events.filter(({ kind }) => kind === 'quarantined')).toHaveLength(round);
    await system.advance(300_000);
    expect(payments).toHaveLength(round);
    await system.system().operator.release('order/o1', 'op');
    await system.settle();
  }
  expect(system.events.filter(({ kind }) => kind === 'store-error')).toEqual([]);
});

test('exhausted attempts quarantine by default; released, they are counted afresh', async () => {
  let works = false;
  const {
    order,
    record,
    context,
    payments,
    test: system,
  } = createOrderSystem({
    retry: RETRY,
    pay: async (_params, { key }) => {
      if (!works) throw retryable();
      return { type: 'PAID', receipt: key };
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(300_000);
  expect(payments).toHaveLength(3);
  expect((await record()).health).toMatchObject({ state: 'quarantined', lastError: { code: 'busy' } });
  await system.system().operator.release('order/o1', 'op');
  await system.advance(300_000);
  expect(payments.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 1, 2, 3]);
  expect((await record()).health.state).toBe('quarantined');
  works = true;
  await system.system().operator.release('order/o1', 'op');
  await system.settle();
  expect((await context()).receipts).toEqual(['order/o1/2/0']);
  expect(await record()).toMatchObject({ outbox: [], health: { state: 'ok' } });
});

test('exhausted attempts can be a failure instead', async () => {
  const {
    order,
    record,
    context,
    payments,
    test: system,
  } = createOrderSystem({
    retry: RETRY,
    whenExhausted: 'fail',
    pay: async () => {
      throw retryable();
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(300_000);
  expect(payments).toHaveLength(3);
  expect((await context()).failures).toEqual(['busy']);
  expect(await record()).toMatchObject({ outbox: [], health: { state: 'ok' } });
});

test('an effect whose outcome stays unknown is never called a failure, even when exhausted attempts are', async () => {
  for (const error of [new IndeterminateError({ code: 'sent', message: 'sent, no answer' }), terminal()]) {
    const {
      order,
      record,
      context,
      test: system,
    } = createOrderSystem({
      safety: 'reconcile',
      retry: RETRY,
      whenExhausted: 'fail',
      pay: async () => {
        throw new IndeterminateError({ code: 'sent', message: 'sent, no answer' });
      },
      reconcile: async () => {
        throw error;
      },
    });
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '7' });
    await system.advance(300_000);
    expect((await context()).failures).toEqual([]);
    expect(await record()).toMatchObject({ health: { state: 'quarantined' }, outbox: [{ state: 'indeterminate' }] });
  }
});
