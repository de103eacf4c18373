import { expect, test } from 'bun:test';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';

const MINUTE = 60_000;
const never = () => new Promise<never>(() => undefined);

/** Creates orders that request a tick every minute from now on. */
async function tickingOrders(count: number, options: Parameters<typeof createOrderSystem>[0] = {}) {
  const orders = createOrderSystem(options);
  const keys = Array.from({ length: count }, (_, i) => `o${i}`);
  for (const key of keys) {
    await orders.order(key).create({ owner: key });
    await orders.order(key).ask({ type: 'WANT_TICK', dueAtMs: 0 });
  }
  return { ...orders, keys };
}

test('an actor is ticked at the first whole minute at or after its due time, and not before', async () => {
  const { order, context, record, test: system } = createOrderSystem({ facts: async () => new Map([['price/1', '5']]) });
  const startMs = system.time.clock.now();
  for (const [key, dueInMs] of [
    ['on the grid', MINUTE],
    ['just after', MINUTE + 1],
    ['never', null],
  ] as const) {
    await order(key).create({ owner: key });
    await order(key).ask({ type: 'WANT_TICK', dueAtMs: dueInMs === null ? null : startMs + dueInMs });
  }
  expect((await record('just after')).wakeAtMs).toBe(startMs + 2 * MINUTE);
  expect(await system.tick()).toMatchObject({ tickAtMs: startMs + MINUTE, due: 1, stepped: 1, committed: 1 });
  expect((await context('on the grid')).prices).toEqual(['5']);
  expect((await context('just after')).prices).toEqual([]);
  expect(await system.tick()).toMatchObject({ due: 2, committed: 2 });
  expect((await context('just after')).prices).toEqual(['5']);
  expect((await context('never')).prices).toEqual([]);
});

test('the check between ticks does not tick actors', async () => {
  const { order, context, test: system } = createOrderSystem({ facts: async () => new Map([['price/1', '5']]) });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: system.time.clock.now() + 1 });
  await system.advance(5 * MINUTE);
  expect((await context()).prices).toEqual([]);
});

test('a tick that changes nothing writes nothing', async () => {
  const { record, keys, test: system } = await tickingOrders(5);
  const before = await Promise.all(keys.map((key) => record(key)));
  expect(await system.tick()).toMatchObject({ due: 5, stepped: 5, committed: 0, failed: 0 });
  expect(await Promise.all(keys.map((key) => record(key)))).toEqual(before);
});

test('facts are fetched once per tick for all actors of a type, each key once', async () => {
  const fetches: (readonly string[])[] = [];
  const {
    context,
    keys,
    test: system,
  } = await tickingOrders(50, {
    factKeys: ({ owner }) => ['price/1', `balance/${Number(owner.slice(1)) % 2}`],
    facts: async (wanted) => {
      fetches.push(wanted);
      return new Map([['price/1', '5']]);
    },
  });
  expect(await system.tick()).toMatchObject({ due: 50, committed: 50, factsFetched: 3 });
  expect(fetches.map((wanted) => [...wanted].sort())).toEqual([['balance/0', 'balance/1', 'price/1']]);
  for (const key of keys) expect((await context(key)).prices).toEqual(['5']);
  await system.tick();
  expect(fetches).toHaveLength(2);
});

test('a tick goes through more actors than fit in memory, and facts are still fetched once', async () => {
  let fetches = 0;
  const {
    context,
    keys,
    test: system,
  } = await tickingOrders(60, {
    facts: async () => {
      fetches += 1;
      return new Map([['price/1', '5']]);
    },
    system: { maxResidents: 10 },
  });
  expect(await system.tick()).toMatchObject({ due: 60, stepped: 60, committed: 60, failed: 0 });
  expect(fetches).toBe(1);
  for (const key of keys) expect((await context(key)).prices).toEqual(['5']);
});

test('when facts fail no actor is stepped with incomplete facts or counted as failed, and the next tick continues', async () => {
  let fails = true;
  const {
    record,
    context,
    test: system,
  } = await tickingOrders(3, {
    facts: async () => {
      if (fails) throw new Error('the node is away');
      return new Map([['price/1', '5']]);
    },
  });
  expect(await system.tick()).toMatchObject({ due: 3, stepped: 0, failed: 3 });
  expect(system.events).toContainEqual(expect.objectContaining({ kind: 'facts-failed', type: 'order', keys: 1 }));
  expect((await record('o0')).health.state).toBe('ok');
  fails = false;
  expect(await system.tick()).toMatchObject({ stepped: 3, committed: 3 });
  expect((await context('o0')).prices).toEqual(['5']);
});

test('facts that never come do not hold up the ticks after them', async () => {
  const signals: AbortSignal[] = [];
  let hangs = true;
  const { test: system } = await tickingOrders(3, {
    facts: async (_keys, { signal }) => {
      signals.push(signal);
      return hangs ? never() : new Map([['price/1', '5']]);
    },
    system: { factsDeadlineMs: 20_000 },
  });
  const slow = system.system().tick(system.time.clock.now());
  await system.advance(21_000);
  expect(await slow).toMatchObject({ due: 3, failed: 3, stepped: 0 });
  expect(signals[0]?.aborted).toBe(true);
  hangs = false;
  expect(await system.tick()).toMatchObject({ stepped: 3, committed: 3 });
});

test('a tick does not overlap itself; what was refused and what was slept through is counted once, and made up by one tick', async () => {
  const gate = Promise.withResolvers<Map<string, string>>();
  let slow = true;
  const { context, test: system } = await tickingOrders(1, {
    facts: async () => (slow ? gate.promise : new Map([['price/1', '6']])),
    system: { factsDeadlineMs: 10 * MINUTE },
  });
  const startMs = system.time.clock.now();
  await system.advance(MINUTE);
  const overrunning = system.system().tick(startMs + MINUTE);
  await system.advance(MINUTE);
  expect(await system.system().tick(startMs + 2 * MINUTE)).toBeNull();
  gate.resolve(new Map([['price/1', '5']]));
  expect(await overrunning).toMatchObject({ tickAtMs: startMs + MINUTE, missed: 0, committed: 1 });
  slow = false;
  await system.advance(MINUTE);
  expect(await system.system().tick(startMs + 3 * MINUTE)).toMatchObject({ missed: 1, committed: 1 });
  await system.advance(4 * MINUTE);
  expect(await system.system().tick(startMs + 7 * MINUTE)).toMatchObject({ missed: 3, committed: 1 });
  expect((await context('o0')).prices).toEqual(['5', '6', '6']);
});

test('one actor whose tick throws never stops the others: in its step, in its event, in its request for facts', async () => {
  for (const [where, options] of [
    ['step', {}],
    [
      'event',
      {
        tickEvent: (price: unknown, { failing }: { failing: boolean }) =>
          failing ? throwing() : { type: 'PRICE' as const, price: String(price) },
      },
    ],
    ['facts', { factKeys: ({ failing }: { failing: boolean }) => (failing ? throwing() : ['price/1']) }],
  ] as const) {
    const {
      order,
      record,
      context,
      keys,
      test: system,
    } = await tickingOrders(5, {
      ...options,
      facts: async () => new Map([['price/1', '5']]),
    });
    await order('o2').ask({ type: 'FAIL_TICKS', failing: true });
    expect([where, await system.tick()]).toMatchObject([where, { due: 5, stepped: 4, committed: 4, failed: 1 }]);
    for (const key of keys) expect((await context(key)).prices).toEqual(key === 'o2' ? [] : ['5']);
    expect((await record('o2')).health).toMatchObject({ state: 'backing-off', failures: 1, lastError: { code: 'step-failed' } });
    expect(system.events).toContainEqual(expect.objectContaining({ kind: 'step-failed', id: 'order/o2' }));
  }
});

test('a tick whose every actor fails to say what it needs to know ends like any other, and the next one goes on', async () => {
  const {
    order,
    context,
    test: system,
  } = await tickingOrders(1, {
    factKeys: ({ failing }) => (failing ? throwing() : ['price/1']),
    facts: async () => new Map([['price/1', '5']]),
  });
  await order('o0').ask({ type: 'FAIL_TICKS', failing: true });
  const ticked = system.system().tick(system.time.clock.now());
  await system.settle();
  expect(await Promise.race([ticked, Promise.resolve('it never ends')])).toMatchObject({ due: 1, stepped: 0, failed: 1 });
  await order('o0').ask({ type: 'FAIL_TICKS', failing: false });
  await system.advance(10 * MINUTE);
  expect(await system.tick()).toMatchObject({ due: 1, committed: 1 });
  expect((await context('o0')).prices).toEqual(['5']);
});

test('an actor that is just being loaded for somebody else is ticked all the same', async () => {
  const inner = createMemoryActorStore();
  let gate: Promise<void> = Promise.resolve();
  const load = async (ids: readonly string[]) => {
    await gate;
    return inner.load(ids);
  };
  const facts = async () => new Map([['price/1', '5']]);
  const { test: system, order, context } = createOrderSystem({ facts, system: { store: { ...inner, load } } });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  system.crash();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const asked = order().ask({ type: 'PAY', amount: '1' });
  await system.settle();
  const ticked = system.system().tick(system.time.clock.now());
  await system.settle();
  resolve();
  expect(await ticked).toMatchObject({ due: 1, stepped: 1, committed: 1 });
  expect(await asked).toMatchObject({ accepted: true });
  expect((await context()).prices).toEqual(['5']);
});

function throwing(): never {
  throw new Error('this tick cannot be made');
}

test('a due time that is no time is a failed step, not an actor that stands still', async () => {
  const { order, record } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const failure = await failureOf(order().ask({ type: 'WANT_TICK', dueAtMs: Number.POSITIVE_INFINITY }));
  expect(failure).toMatchObject({ code: 'step-failed' });
  expect((await record()).revision).toBe(1);
});

test('a clock that goes back 26 hours neither repeats ticks nor stops retries for good, and goes on when time has caught up', async () => {
  const { order, context, test: system } = createOrderSystem({ facts: async () => new Map([['price/1', '5']]) });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: system.time.clock.now() + MINUTE });
  await system.tick();
  expect((await context()).prices).toEqual(['5']);
  system.time.jump(-26 * 3_600_000);
  expect(await system.tick()).toMatchObject({ due: 0, missed: 0 });
  expect((await context()).prices).toEqual(['5']);
  await order().ask({ type: 'PAY', amount: '1' });
  await system.settle();
  expect((await context()).receipts).toHaveLength(1);
  system.time.jump(26 * 3_600_000);
  expect(await system.tick()).toMatchObject({ due: 1, committed: 1 });
  expect((await context()).prices).toEqual(['5', '5']);
});

test('an effect that is asked for after the clock went back is found when its time comes', async () => {
  const { order, context, test: system } = createOrderSystem({ delayMs: 5_000 });
  await order().create({ owner: '0xa' });
  await system.tick();
  system.time.jump(-26 * 3_600_000);
  await order().ask({ type: 'PAY', amount: '1' });
  await system.advance(7_000);
  expect((await context()).receipts).toHaveLength(1);
});

test('a clock that jumps 26 hours forwards is made up for by one tick, and counted', async () => {
  const { context, test: system } = await tickingOrders(1, { facts: async () => new Map([['price/1', '5']]) });
  await system.tick();
  system.time.jump(26 * 3_600_000);
  expect(await system.tick()).toMatchObject({ missed: 26 * 60, due: 1, committed: 1 });
  expect((await context('o0')).prices).toEqual(['5', '5']);
});

test('a tick of some types and shards leaves the others alone', async () => {
  const { record, keys, test: system } = await tickingOrders(20, { facts: async () => new Map([['price/1', '5']]) });
  const shards = await Promise.all(keys.map(async (key) => (await record(key)).shard));
  const inFirstHalf = shards.filter((shard) => shard < 128).length;
  const tickAtMs = system.time.clock.now();
  expect(await system.system().tick(tickAtMs, { types: ['something-else'] })).toMatchObject({ due: 0 });
  expect(await system.system().tick(tickAtMs, { types: ['order'], shards: [0, 128] })).toMatchObject({ due: inFirstHalf });
  expect(await system.system().tick(tickAtMs, { shards: [128, 256] })).toMatchObject({ due: 20 - inFirstHalf });
});
