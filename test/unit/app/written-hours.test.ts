import { expect, test } from 'bun:test';
import { createWrittenHours, WRITTEN_HOURS } from '../../../src/app/written-hours.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { RecordStore } from '../../../src/platform/store/record-store.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';

const HOUR_MS = 3_600_000;

function world() {
  const time = { nowMs: 1_000 * HOUR_MS };
  const clock = { now: () => time.nowMs };
  const records = createMemoryRecordStore({ clock });
  return { time, records, clock, node: (store: RecordStore = records) => createWrittenHours({ records: store, clock }) };
}

test('nodes of one store count together, and a restart forgets nothing', async () => {
  const { node } = world();
  const [one, other] = [node(), node()];
  one.add(100);
  other.add(20);
  expect([one.total(), other.total()]).toEqual([100, 20]);
  await one.share();
  await other.share();
  await one.share();
  expect([one.total(), other.total()]).toEqual([120, 120]);
  other.add(3);
  expect([one.total(), other.total()]).toEqual([120, 123]);
  await other.share();
  const restarted = node();
  expect(restarted.total()).toBe(0);
  await restarted.share();
  expect(restarted.total()).toBe(123);
});

test('nodes that add to the same hour at the same time lose no bytes', async () => {
  const { node } = world();
  const nodes = Array.from({ length: 8 }, () => node());
  for (const [at, one] of nodes.entries()) one.add(10 ** at);
  await Promise.all(nodes.map((one) => one.share()));
  await nodes[0]?.share();
  expect(nodes[0]?.total()).toBe(11_111_111);
});

test('counts that are a day old are dropped hour by hour, also from the store', async () => {
  const { node, time, records } = world();
  const one = node();
  for (let hour = 0; hour < 24; hour += 1) {
    one.add(1);
    await one.share();
    time.nowMs += HOUR_MS;
  }
  expect(one.total()).toBe(23);
  time.nowMs += 11 * HOUR_MS;
  await one.share();
  expect([one.total(), node().total()]).toEqual([12, 0]);
  time.nowMs += 24 * HOUR_MS;
  await one.share();
  expect(one.total()).toBe(0);
  // The stored count of an hour expires at the time `untilMs`. This time must not be later than the end of the 24 hours in which the hour
  // counts.
  const { rows } = await records.collection<{ bytes: number; untilMs: number }>(WRITTEN_HOURS).scan({ limit: 100 });
  for (const { untilMs } of rows) expect(untilMs).toBeLessThanOrEqual(1_049 * HOUR_MS);
});

test('a store that refuses for a while costs no byte of the count', async () => {
  const { node, records } = world();
  let isAway = true;
  const refusing: RecordStore = {
    collection: <T extends { readonly bytes: number }>(spec: typeof WRITTEN_HOURS) => {
      const rows = records.collection<T>(spec);
      return {
        ...rows,
        get: (id: string) => (isAway ? Promise.reject(new RetryableError({ code: 'store-unavailable', message: 'away' })) : rows.get(id)),
      };
    },
  } as RecordStore;
  const one = node(refusing);
  one.add(7);
  await expect(one.share()).rejects.toMatchObject({ code: 'store-unavailable' });
  one.add(1);
  expect(one.total()).toBe(8);
  isAway = false;
  await one.share();
  expect(one.total()).toBe(8);
  const other = node();
  await other.share();
  expect(other.total()).toBe(8);
});
