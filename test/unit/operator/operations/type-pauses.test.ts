import { expect, test } from 'bun:test';
import { followPauses } from '../../../../src/operator/operations/follow-pauses.ts';
import { createOperatorActs } from '../../../../src/operator/operations/operator-acts.ts';
import { createTypePauses } from '../../../../src/operator/operations/type-pauses.ts';
import { createPinoLog } from '../../../../src/platform/log/pino-log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { RecordStore } from '../../../../src/platform/store/record-store.ts';
import { createVirtualTime } from '../../../../src/test-kit/virtual-time.ts';
import { failureOf } from '../../runtime/support/order-system.ts';

const time = createVirtualTime(1_000);

function createNode(records: RecordStore) {
  const acts = createOperatorActs({ records });
  return { acts, pauses: createTypePauses({ records, acts, clock: time.clock, types: () => ['order', 'watcher'] }) };
}

const newStore = () => createMemoryRecordStore({ clock: time.clock });

test('a pause takes effect at once on its node, and on others at their next read', async () => {
  const records = newStore();
  const [a, b] = [createNode(records).pauses, createNode(records).pauses];
  const pause = await a.pause('order', 'the chain is forked', 'alice');
  expect(pause).toEqual({ type: 'order', by: 'alice', reason: 'the chain is forked', atMs: time.clock.now() });
  expect([a.isPaused('order'), a.isPaused('watcher'), b.isPaused('order')]).toEqual([true, false, false]);
  await b.refresh();
  expect(b.list()).toEqual([pause]);
  expect(await b.resume('order', 'bob')).toEqual(pause);
  expect([a.isPaused('order'), b.isPaused('order')]).toEqual([true, false]);
  await a.refresh();
  expect(a.list()).toEqual([]);
});

test('who paused and resumed, when and why, is kept in the record of actions', async () => {
  const { pauses, acts } = createNode(newStore());
  await pauses.pause('order', 'one', 'alice');
  time.jump(10);
  await pauses.resume('order', 'bob');
  time.jump(10);
  await pauses.pause('order', 'two', 'carol');
  const { acts: seen } = await acts.list({ limit: 10 });
  expect(seen.map(({ act, by, reason }) => `${act} ${by} ${reason}`)).toEqual(['pause carol two', 'resume bob one', 'pause alice one']);
  expect(seen[1]?.details).toMatchObject({ pausedBy: 'alice' });
  const first = await acts.list({ limit: 2 });
  expect((await acts.list({ limit: 2, cursor: first.cursor ?? '' })).acts).toEqual(seen.slice(2));
});

test('an impossible pause or resume is refused with the current state', async () => {
  const records = newStore();
  const [a, b] = [createNode(records).pauses, createNode(records).pauses];
  expect(await failureOf(a.pause('ghost', 'x', 'alice'))).toMatchObject({
    code: 'unknown-actor-type',
    message: expect.stringContaining('order, watcher'),
  });
  expect(await failureOf(a.resume('order', 'alice'))).toMatchObject({ code: 'not-paused' });
  const first = await a.pause('order', 'x', 'alice');
  expect(await failureOf(b.pause('order', 'y', 'bob'))).toMatchObject({
    code: 'already-paused',
    message: expect.stringContaining('by alice'),
  });
  // Node b was not told about the pause of node a. It has learned about it from the refusal of its own pause.
  expect(b.isPaused('order')).toBe(true);
  time.jump(1);
  expect(await a.pause('order', 'x', 'alice')).toEqual(first);
});

test('of two simultaneous resumes one succeeds, and a later pause is not ended by the other', async () => {
  const records = newStore();
  const [a, b] = [createNode(records).pauses, createNode(records).pauses];
  await a.pause('order', 'x', 'alice');
  const both = await Promise.allSettled([a.resume('order', 'alice'), b.resume('order', 'bob')]);
  expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  await a.pause('order', 'again', 'alice');
  await b.refresh();
  expect(b.list()).toMatchObject([{ reason: 'again' }]);
});

test('a read that began before a pause does not end it', async () => {
  const records = newStore();
  const held = Promise.withResolvers<void>();
  const slow: RecordStore = {
    collection: (spec) => {
      const inner = records.collection<never>(spec);
      return {
        ...inner,
        scan: async (page) => {
          const found = await inner.scan(page);
          await held.promise;
          return found;
        },
      };
    },
  };
  const { pauses } = createNode(slow);
  const looking = pauses.refresh();
  await Promise.resolve();
  await pauses.pause('order', 'x', 'alice');
  held.resolve();
  await looking;
  expect(pauses.isPaused('order')).toBe(true);
  await pauses.refresh();
  expect(pauses.isPaused('order')).toBe(true);
});

test('a node reads pauses every second, keeps the known ones while the store is away, and logs that once', async () => {
  const virtual = createVirtualTime(0);
  const lines: string[] = [];
  const log = createPinoLog({ level: 'warn', write: (line) => lines.push(line) });
  let looks = 0;
  let isAway = true;
  const refresh = async () => {
    looks += 1;
    if (isAway) throw new Error('the store is away');
  };
  const following = followPauses({ refresh }, { timers: virtual.timers, everyMs: 1_000, log });
  const second = async () => {
    virtual.moveTo(virtual.clock.now() + 1_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let i = 0; i < 3; i += 1) await second();
  expect({ looks, lines: lines.length }).toEqual({ looks: 3, lines: 1 });
  isAway = false;
  await second();
  isAway = true;
  await second();
  expect(lines.length).toBe(2);
  await following.stop();
  await second();
  expect(looks).toBe(5);
});
