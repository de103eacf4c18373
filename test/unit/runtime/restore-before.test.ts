import { expect, test } from 'bun:test';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { revisionBefore } from '../../../src/runtime/record/revision-before.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';

const MINUTE = 60_000;

/** Creates an order that adds once a minute. Revision n is written at `startMs + (n - 1)` minutes. */
async function createCounter(adds: number, options: Parameters<typeof createOrderSystem>[0] = {}) {
  const orders = createOrderSystem(options);
  const startMs = orders.test.time.clock.now();
  await orders.order().create({ owner: '0xa' });
  for (let i = 0; i < adds; i += 1) {
    orders.test.time.jump(MINUTE);
    await orders.order().ask({ type: 'ADD', by: 1 });
  }
  return { ...orders, startMs };
}

test('a restore to a time takes the newest revision at or before it', async () => {
  const { test: system, startMs, context } = await createCounter(40);
  const { operator } = system.system();
  for (const [atMs, revision] of [
    [startMs, 1],
    [startMs + 7 * MINUTE, 8],
    [startMs + 7 * MINUTE - 1, 7],
    [startMs + 39 * MINUTE, 40],
  ] as const) {
    expect((await revisionBefore(system.store, 'order/o1', atMs)).revision).toBe(revision);
  }
  expect(await operator.restore('order/o1', { beforeMs: startMs + 7 * MINUTE }, 'alice')).toMatchObject({ revision: 42 });
  expect((await context()).count).toBe(7);
  expect((await operator.history('order/o1', { limit: 1 }))[0]).toMatchObject({ event: { payload: { revision: 8 } } });
});

test('the revision of a time is found in few reads, however long the history', async () => {
  const { test: system, startMs } = await createCounter(1_000);
  let reads = 0;
  const counted = {
    ...system.store,
    historyAt: (id: string, revision: number) => {
      reads += 1;
      return system.store.historyAt(id, revision);
    },
  };
  expect((await revisionBefore(counted, 'order/o1', startMs + 123 * MINUTE)).revision).toBe(124);
  expect(reads).toBeLessThanOrEqual(11);
});

test('a time before the kept history, or without later changes, is refused with a reason', async () => {
  const { test: system, startMs, record } = await createCounter(4);
  const { operator } = system.system();
  const before = await record();
  const early = await failureOf(operator.restore('order/o1', { beforeMs: startMs - 1 }, 'alice'));
  expect(early).toMatchObject({ code: 'revision-not-found', message: expect.stringContaining('oldest stored revision is 1') });
  await system.store.prune({ beforeMs: startMs + 3 * MINUTE, limit: 100 });
  const pruned = await failureOf(operator.restore('order/o1', { beforeMs: startMs + MINUTE }, 'alice'));
  expect(pruned).toMatchObject({ code: 'revision-not-found' });
  const late = await failureOf(operator.restore('order/o1', { beforeMs: system.time.clock.now() }, 'alice'));
  expect(late).toMatchObject({ code: 'not-changed-since', message: expect.stringContaining('still at revision 5') });
  expect(await failureOf(operator.restore('order/none', { beforeMs: 1 }, 'alice'))).toMatchObject({ code: 'actor-not-found' });
  expect(await record()).toEqual(before);
});

test('a revision that a node with a slower clock wrote later counts as before', async () => {
  const { test: system, order, startMs } = await createCounter(3);
  system.time.jump(-MINUTE - 1);
  await order().ask({ type: 'ADD', by: 1 });
  // The clock went back: revision 4 has the time of minute 3, and revision 5 a time just before minute 2. The later revision must be found.
  expect((await revisionBefore(system.store, 'order/o1', startMs + 2 * MINUTE)).revision).toBe(5);
});

/** Returns the record without the fields that depend on the time of the commit. */
function lasting({ applied, updatedAtMs: _moment, ...record }: ActorRecord) {
  return { ...record, applied: applied.slice(0, -1) };
}

test('a preview is the record that the restore then commits, and commits nothing itself', async () => {
  const {
    test: system,
    order,
    record,
    startMs,
  } = await createCounter(3, {
    restore: () => ({ type: 'RECONCILE' }),
    system: { maxEffects: 0 },
  });
  await order().ask({ type: 'PAY', amount: '1' });
  const before = await record();
  const { operator } = system.system();
  for (const point of [2, { beforeMs: startMs + MINUTE }]) {
    const preview = await operator.previewRestore('order/o1', point, 'alice', before.revision);
    expect(preview).toMatchObject({
      current: before,
      revision: 2,
      isAllowed: true,
      why: null,
      record: { snapshot: { value: 'reconciling' } },
    });
    expect(await record()).toEqual(before);
  }
  const { record: foreseen } = await operator.previewRestore('order/o1', 2, 'alice');
  const restored = await operator.restore('order/o1', 2, 'alice', before.revision);
  if (foreseen === null) throw new Error('It was allowed, and has no record.');
  expect(lasting(foreseen)).toEqual(lasting(restored));
});

test('a preview says why a restore would be refused, and fails like the restore for other errors', async () => {
  const refusing = await createCounter(1, { restore: 'refuse' });
  expect(await refusing.test.system().operator.previewRestore('order/o1', 1, 'alice')).toMatchObject({
    record: null,
    revision: null,
    isAllowed: false,
    why: expect.stringContaining('cannot be restored'),
  });
  const failing = await createCounter(1, {
    restore: () => {
      throw new Error('boom');
    },
  });
  const { operator } = failing.test.system();
  expect(await operator.previewRestore('order/o1', 1, 'alice')).toMatchObject({ record: null, revision: 1, isAllowed: false, why: 'boom' });
  expect(await failureOf(operator.restore('order/o1', 1, 'alice'))).toMatchObject({ code: 'step-failed' });
  const lastMs = failing.test.time.clock.now();
  expect(await operator.previewRestore('order/o1', { beforeMs: lastMs }, 'alice')).toMatchObject({ isAllowed: false });
  expect(await failureOf(operator.previewRestore('order/o1', 9, 'alice'))).toMatchObject({ code: 'revision-not-found' });
  expect(await failureOf(operator.previewRestore('order/o1', 1, 'alice', 1))).toMatchObject({ code: 'revision-moved-on' });
  expect(await failureOf(operator.previewRestore('order/none', 1, 'alice'))).toMatchObject({ code: 'actor-not-found' });
});

test('an actor whose present state cannot be read is previewed all the same', async () => {
  const store = createMemoryActorStore();
  const { test: system } = await createCounter(1, { system: { store } });
  const [found] = await store.load(['order/o1']);
  if (!found) throw new Error('It is gone.');
  const broken = { ...found.record, revision: 3, snapshot: { ...found.record.snapshot, value: 'nowhere' } };
  const note = { event: { id: 'x', type: 'x', payload: null }, atMs: 0, cause: { kind: 'system' as const } };
  expect(await store.commit([{ previous: found.record, next: broken, note, handle: found.handle }])).toEqual(['won']);
  expect(await system.system().operator.previewRestore('order/o1', 2, 'alice')).toMatchObject({
    isAllowed: true,
    record: { revision: 4, snapshot: { value: 'open' } },
  });
});
