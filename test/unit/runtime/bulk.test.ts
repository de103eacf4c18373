import { expect, test } from 'bun:test';
import { type BulkEvent, type BulkRequest, createBulk } from '../../../src/runtime/operator/bulk.ts';
import type { ListQuery } from '../../../src/runtime/record/actor-store.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';

type Orders = ReturnType<typeof createOrderSystem>;

async function run(
  { test: system }: Orders,
  request: Partial<BulkRequest> & Pick<BulkRequest, 'act'>,
  signal = new AbortController().signal,
) {
  const events: BulkEvent[] = [];
  const whole = { filter: {}, isDryRun: false, ...request };
  for await (const event of system.system().operator.bulk(whole, 'alice', signal)) events.push(event);
  const end = events.at(-1);
  if (end?.kind !== 'end') throw new Error(`It ended with ${end?.kind}.`);
  return { events, end, failures: events.filter(({ kind }) => kind === 'failure') };
}

const create = async ({ order }: Orders, count: number, from = 0) => {
  for (let i = 0; i < count; i += 1) await order(`o${from + i}`).create({ owner: i % 2 === 0 ? '0xa' : '0xb' });
};

const quarantining = { supervision: { maxFailures: 1, firstDelayMs: 1, maxDelayMs: 1 } };

test('acts on each actor of a filter once, and tells who did it in each history', async () => {
  const orders = createOrderSystem();
  await create(orders, 700);
  const send = { kind: 'send', event: { type: 'ADD', by: 1 } } as const;
  const { end } = await run(orders, { act: send, filter: { type: 'order', keys: { wallet: '0xa' } } });
  expect(end).toMatchObject({ seen: 350, done: 350, skipped: 0, failed: 0, isStopped: false, hasMore: false, isDryRun: false });
  expect(end.samples.length).toBe(20);
  const counts = await Promise.all([0, 1, 2, 699].map(async (i) => (await orders.context(`o${i}`)).count));
  expect(counts).toEqual([1, 0, 1, 0]);
  expect((await orders.test.system().operator.history('order/o0', { limit: 1 }))[0]?.cause).toEqual({ kind: 'operator', by: 'alice' });
});

test('a dry run counts and shows what would be done, and does nothing', async () => {
  const orders = createOrderSystem({ system: quarantining });
  await create(orders, 10);
  for (const i of [1, 3]) {
    await orders.order(`o${i}`).ask({ type: 'WANT_TICK', dueAtMs: 0 });
    await orders.order(`o${i}`).ask({ type: 'FAIL_TICKS', failing: true });
  }
  await orders.test.tick();
  const before = await orders.record('o1');
  expect(before.health.state).toBe('quarantined');
  const dry = await run(orders, { act: { kind: 'release' }, isDryRun: true });
  expect(dry.end).toMatchObject({ seen: 10, done: 2, skipped: 8, samples: [{ id: 'order/o1' }, { id: 'order/o3' }] });
  expect(await orders.record('o1')).toEqual(before);
  // Each released actor no longer matches the filter `quarantined`. The bulk action must still reach the other actors and skip none.
  const real = await run(orders, { act: { kind: 'release' }, filter: { health: 'quarantined' } });
  expect(real.end).toMatchObject({ seen: 2, done: 2 });
  expect((await orders.record('o3')).health.state).toBe('ok');
});

test('each action skips actors that it does not concern, also in a dry run', async () => {
  const orders = createOrderSystem({
    facts: async () => new Map([['price/1', '5']]),
    pay: () => Promise.reject(new RetryableError({ code: 'away', message: 'away', retryAfterMs: 86_400_000 })),
  });
  await create(orders, 3);
  await orders.order('o0').ask({ type: 'PAY', amount: '1' });
  await orders.order('o1').ask({ type: 'FINISH' });
  await orders.test.settle();
  const done = async (request: Parameters<typeof run>[1]) => {
    const { end } = await run(orders, request);
    return { done: end.done, skipped: end.skipped, failed: end.failed };
  };
  for (const isDryRun of [true, false]) {
    expect(await done({ act: { kind: 'tick' }, isDryRun })).toEqual({ done: 2, skipped: 1, failed: 0 });
    expect(await done({ act: { kind: 'retry' }, isDryRun })).toEqual({ done: 1, skipped: 2, failed: 0 });
    const event = { type: 'DEEPER' };
    expect(await done({ act: { kind: 'send', event }, filter: { type: 'order' }, isDryRun })).toEqual({ done: 0, skipped: 3, failed: 0 });
  }
});

test('puts actors back to before a time, and leaves those that have not changed since', async () => {
  const orders = createOrderSystem();
  await create(orders, 4);
  const noonMs = orders.test.time.clock.now();
  orders.test.time.jump(60_000);
  await create(orders, 1, 4);
  for (const i of [0, 1]) await orders.order(`o${i}`).ask({ type: 'ADD', by: 5 });
  const restore = { kind: 'restore', beforeMs: noonMs } as const;
  for (const isDryRun of [true, false]) {
    const { end, failures } = await run(orders, { act: restore, isDryRun });
    expect(end).toMatchObject({ seen: 5, done: 2, skipped: 2, failed: 1 });
    expect(failures).toMatchObject([{ id: 'order/o4', code: 'revision-not-found' }]);
  }
  expect((await orders.context('o0')).count).toBe(0);
  expect(await orders.record('o2')).toMatchObject({ revision: 1 });
});

test('it ends although actors are created all the time', async () => {
  const orders = createOrderSystem();
  await create(orders, 250);
  let made = 0;
  orders.test.system().feed.subscribe((event) => {
    if (event.kind !== 'committed' || event.event !== 'ADD') return;
    orders.test.time.jump(1);
    made += 1;
    void create(orders, 1, 1_000 + made);
  });
  const { end } = await run(orders, { act: { kind: 'send', event: { type: 'ADD', by: 1 } }, filter: { type: 'order' } });
  await orders.test.settle();
  expect(made).toBe(250);
  expect(end).toMatchObject({ seen: 250, done: 250, hasMore: false });
});

test('failures are listed one by one up to a bound, and counted beyond it', async () => {
  const orders = createOrderSystem();
  await create(orders, 150);
  const { end, failures } = await run(orders, { act: { kind: 'send', event: { type: 'EXPLODE' } }, filter: { type: 'order' } });
  expect(end).toMatchObject({ seen: 150, done: 0, failed: 150 });
  expect(failures.length).toBe(100);
  expect(failures[0]).toMatchObject({ code: 'step-failed', message: expect.stringContaining('boom') });
});

test('a limit bounds the examined actors, and the result says that there are more', async () => {
  const orders = createOrderSystem();
  await create(orders, 30);
  const act = { kind: 'send', event: { type: 'ADD', by: 1 } } as const;
  expect((await run(orders, { act, filter: { type: 'order' }, limit: 20 })).end).toMatchObject({ seen: 20, done: 20, hasMore: true });
  expect((await run(orders, { act, filter: { type: 'order' }, limit: 30 })).end).toMatchObject({ seen: 30, hasMore: false });
});

test('it starts nothing more once its client has disconnected, and finishes what it has started', async () => {
  const orders = createOrderSystem();
  await create(orders, 500);
  const leaving = new AbortController();
  const act = { kind: 'send', event: { type: 'ADD', by: 1 } } as const;
  const events = orders.test.system().operator.bulk({ act, filter: { type: 'order' }, isDryRun: false }, 'alice', leaving.signal);
  const first = events.next();
  // The bulk action reports its progress once a second. So its first event is available only after a second has passed.
  orders.test.time.jump(1_000);
  await first;
  leaving.abort();
  await events.return(undefined);
  const counted = async () => {
    const counts = await Promise.all(Array.from({ length: 500 }, async (_, i) => (await orders.context(`o${i}`)).count));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const total = await counted();
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(100);
  await orders.test.settle();
  expect(await counted()).toBe(total);
});

test('an event that no actor of the filter accepts is refused before the first', async () => {
  const orders = createOrderSystem();
  await create(orders, 1);
  const send = (event: { type: string }) => ({ kind: 'send', event }) as const;
  expect(await failureOf(run(orders, { act: send({ type: 'ADD' }) }))).toMatchObject({ code: 'filter-type-needed' });
  expect(await failureOf(run(orders, { act: send({ type: 'ADD' }), filter: { type: 'order' } }))).toMatchObject({ code: 'invalid-event' });
  expect(await failureOf(run(orders, { act: send({ type: 'PAID' }), filter: { type: 'order' } }))).toMatchObject({ code: 'unknown-event' });
  expect(await failureOf(run(orders, { act: { kind: 'tick' }, filter: { type: 'ghost' } }))).toMatchObject({ code: 'unknown-actor-type' });
});

test('on a node that accepts no more work the run stops, and says so', async () => {
  const orders = createOrderSystem();
  await create(orders, 100);
  orders.test.system().refuse();
  const { end } = await run(orders, { act: { kind: 'send', event: { type: 'ADD', by: 1 } }, filter: { type: 'order' } });
  expect(end).toMatchObject({ isStopped: true, done: 0 });
  expect(end.seen).toBeLessThan(40);
});

test('goes through a prefix by ids, in bounded pages, and leaves out actors created meanwhile', async () => {
  const orders = createOrderSystem();
  await create(orders, 3);
  const later = await orders.record('o1');
  const { operator } = orders.test.system();
  const { actors } = await operator.list({ order: 'oldest', limit: 10 });
  const startedAtMs = later.createdAtMs;
  const asked: ListQuery[] = [];
  const bulk = createBulk({
    clock: { now: () => startedAtMs },
    check: () => undefined,
    decide: async () => ({ kind: 'done', what: 'it' }),
    async list(query) {
      asked.push(query);
      // The first page is empty. In the second page, the middle actor was created after the start of the bulk action, so it must be
      // skipped.
      if (query.cursor === undefined) return { actors: [], cursor: 'a' };
      const young = (id: string) => (id === later.id ? startedAtMs + 1 : startedAtMs);
      return {
        actors: actors.map(({ record, handle }) => ({ record: { ...record, createdAtMs: young(record.id) }, handle })),
        cursor: null,
      };
    },
  });
  const ends = async (filter: BulkRequest['filter']) => {
    let last: BulkEvent | undefined;
    for await (const event of bulk({ act: { kind: 'tick' }, filter, isDryRun: true }, 'alice', new AbortController().signal)) last = event;
    return last;
  };
  expect(await ends({ idPrefix: 'order/' })).toMatchObject({ kind: 'end', seen: 2, done: 2, hasMore: false, isStopped: false });
  expect(await ends({ type: 'order' })).toMatchObject({ kind: 'end', seen: 1, done: 1 });
  expect(asked.map(({ sort }) => sort)).toEqual(['id', 'id', 'created', 'created']);
  for (const { maxLooked } of asked) expect(maxLooked).toBeLessThanOrEqual(5_000);
});
