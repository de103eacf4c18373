import { expect, test } from 'bun:test';
import { createDeferredWork, type DeferredSubject, deferredWorkSpec } from '../../../../src/market/deferred/deferred-work.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asAddress } from '../../../support/branded.ts';

const spec = deferredWorkSpec('test-deferred', {});
const vault = { chainId: 1, address: asAddress('0xa') };
const subject: DeferredSubject = { chainId: 1, vault: asAddress('0xa'), kind: 'created' };
const failing = () => Promise.reject(new Error('It cannot be done'));

function open(mostRows: number) {
  let nowMs = 0;
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const work = createDeferredWork(spec, { records, clock, log: silentLog, mostRows });
  return {
    work,
    count: () => records.collection(spec).count({}),
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

test('postponed events are limited in number: those tried most often are dropped, and recent ones are still processed', async () => {
  const { work, count, pass } = open(10);
  for (let nth = 0; nth < 10; nth += 1) await work.doOrDefer(`bad ${nth}`, subject, failing);
  for (let round = 0; round < 5; round += 1) {
    pass(3_600_000);
    await work.retryDue(vault, failing);
  }
  await work.doOrDefer('honest', subject, failing);
  expect(await count()).toBe(10);
  // Eight more items of the same subject fail, but at most ten items may be stored. So older failing items must be evicted; the item
  // `honest` must stay.
  for (let nth = 0; nth < 8; nth += 1) await work.doOrDefer(`flood ${nth}`, subject, failing);
  expect(await count()).toBe(10);
  expect(await work.has('honest')).toBe(true);
  const left = await Promise.all(Array.from({ length: 10 }, (_, nth) => work.has(`bad ${nth}`)));
  expect(left.filter((isThere) => isThere)).toHaveLength(1);
  pass(60_000);
  await work.retryDue(vault, async () => undefined);
  expect(await work.has('honest')).toBe(false);
});

test('each chain has its own bound', async () => {
  const { work, count } = open(2);
  for (const chainId of [1, 2, 3])
    for (let nth = 0; nth < 5; nth += 1) await work.doOrDefer(`${chainId}/${nth}`, { ...subject, chainId }, failing);
  expect(await count()).toBe(6);
});

test('an item that fails again keeps its place', async () => {
  const { work, count, pass } = open(2);
  await work.doOrDefer('a', subject, failing);
  await work.doOrDefer('b', subject, failing);
  for (let round = 0; round < 3; round += 1) {
    pass(3_600_000);
    await work.retryDue(vault, failing);
  }
  expect([await count(), await work.has('a'), await work.has('b')]).toEqual([2, true, true]);
});
