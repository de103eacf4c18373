import { expect, test } from 'bun:test';
import { createStrangersWrites } from '../../../src/app/strangers-writes.ts';
import { createWrittenHours } from '../../../src/app/written-hours.ts';
import type { StrangersActors } from '../../../src/module/forget-strangers.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { ActorCommit, CommitResult } from '../../../src/runtime/record/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../src/runtime/record/record.ts';

const HOUR_MS = 3_600_000;
const KB = 1_024;
const MB = KB * KB;

const kind: StrangersActors = {
  ...{ type: 'trade', statuses: [], isListExact: true, keptMs: 0, most: 0 },
  isUnproved: ({ keys }) => keys.status === 'unseen',
  sinceMs: () => 0,
  count: async () => 0,
  letGo: async () => false,
};

function recordOf(status: string, text: string, type = 'trade'): ActorRecord {
  return {
    ...{ id: `${type}/1`, type, shard: 1, revision: 1, version: 1, epoch: 0, applied: [], dueAtMs: null, wakeAtMs: null, outbox: [] },
    snapshot: { status: 'active', value: 'open', context: { text, kept: 'k'.repeat(100 * KB) } },
    keys: { wallet: null, chainId: null, status },
    ...{ health: HEALTHY, createdAtMs: 0, updatedAtMs: 0 },
  };
}

function open(maxMbPerDay: number) {
  let nowMs = 30 * 24 * HOUR_MS;
  let result: CommitResult = 'won';
  const clock = { now: () => nowMs };
  const written = createWrittenHours({ records: createMemoryRecordStore({ clock }), clock });
  const writes = createStrangersWrites({ maxMbPerDay, written, clock, log: silentLog });
  const store = writes.counted({ ...createMemoryActorStore(), commit: async (commits) => commits.map(() => result) });
  writes.judgeBy([kind]);
  return {
    writes,
    /** Commits a new revision of a record that adds a text of `bytes` bytes. */
    async write(bytes: number, { status = 'unseen', type = 'trade', won = true } = {}) {
      const previous = recordOf(status, '', type);
      const next = { ...previous, snapshot: { ...previous.snapshot, context: { ...previous.snapshot.context, text: 'x'.repeat(bytes) } } };
      const note: ActorCommit['note'] = { event: { id: '1', type: 'LOOK', payload: {} }, atMs: nowMs, cause: { kind: 'tick' } };
      result = won ? 'won' : 'conflict';
      expect(await store.commit([{ previous, next, note, handle: null }])).toEqual([result]);
    },
    refusal(client: string | null) {
      try {
        writes.refuseBeyond(client);
        return null;
      } catch (error) {
        return error;
      }
    },
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

test('only changes of records without anything on chain are counted', async () => {
  const { writes, write } = open(10);
  await write(MB);
  const one = writes.bytes();
  expect(one).toBeGreaterThan(MB);
  // A later revision contained the same text. The store does not write unchanged text again, so it must have been counted only once.
  expect(one).toBeLessThan(MB + 2 * KB);
  await write(MB, { status: 'seen' });
  await write(MB, { type: 'vault-follower' });
  await write(MB, { won: false });
  expect(writes.bytes()).toBe(one);
  expect(writes.share()).toBeCloseTo(0.1, 2);
});

test('beyond half of the bound the most active clients are refused, beyond all of it everybody, until the writes are a day old', async () => {
  const { write, refusal, pass } = open(10);
  for (let nth = 0; nth < 1_000; nth += 1) expect(refusal('flood')).toBeNull();
  for (let nth = 0; nth < 60; nth += 1) expect(refusal(`client ${nth}`)).toBeNull();
  await write(6 * MB);
  const refused = { code: 'strangers-wrote-much', kind: 'overload', retryAfterMs: HOUR_MS };
  expect(refusal('flood')).toMatchObject(refused);
  expect(refusal('client 7')).toBeNull();
  expect(refusal('a new one')).toBeNull();
  expect(refusal(null)).toBeNull();
  await write(4 * MB);
  for (const client of ['flood', 'client 7', null]) expect(refusal(client)).toMatchObject(refused);
  pass(23 * HOUR_MS);
  expect(refusal('client 7')).toMatchObject(refused);
  pass(HOUR_MS);
  // The flood of writes is now a day old, so its bytes no longer count and nobody may be refused.
  for (const client of ['flood', 'client 7', null]) expect(refusal(client)).toBeNull();
});

test('the bound holds by the hour: later writes expire later', async () => {
  const { writes, write, pass } = open(10);
  await write(100 * KB);
  const one = writes.bytes();
  for (let hour = 1; hour < 24; hour += 1) {
    pass(HOUR_MS);
    await write(100 * KB);
  }
  expect(writes.bytes()).toBe(24 * one);
  pass(HOUR_MS);
  expect(writes.bytes()).toBe(23 * one);
  pass(HOUR_MS * 11);
  expect(writes.bytes()).toBe(12 * one);
  pass(HOUR_MS * 100);
  expect(writes.bytes()).toBe(0);
});

test('more clients than can be remembered do not affect others', async () => {
  const { write, refusal } = open(10);
  await write(6 * MB);
  for (let nth = 0; nth < 10_100; nth += 1) refusal(`client ${nth}`);
  expect(refusal('honest')).toBeNull();
});

test('without a bound nothing is refused', async () => {
  const { writes, write, refusal } = open(0);
  await write(20 * MB);
  expect(refusal('anybody')).toBeNull();
  expect(writes.share()).toBe(0);
});
