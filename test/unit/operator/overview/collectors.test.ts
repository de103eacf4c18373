import { expect, test } from 'bun:test';
import { createDependencyWatch } from '../../../../src/operator/overview/dependency-watch.ts';
import { createRecentMinutes } from '../../../../src/operator/overview/recent-minutes.ts';
import { createRecentTicks } from '../../../../src/operator/overview/recent-ticks.ts';
import { createServedGroups } from '../../../../src/operator/overview/served-groups.ts';
import type { FeedEvent, TickReport } from '../../../../src/runtime/engine/feed.ts';
import { createSharedReading } from '../../../../src/values/shared-reading.ts';

const MINUTE_MS = 60_000;
const about = { id: 'order/1', indexKeys: null } as const;

function tick(tickAtMs: number): FeedEvent {
  const report: TickReport = {
    ...{ tickAtMs, tookMs: 5, due: 1, triggered: 0, stepped: 1, committed: 1, failed: 0 },
    ...{ effectsWoken: 0, factsFetched: 0, missed: 0 },
  };
  return { kind: 'tick', atMs: tickAtMs, report };
}

function ended(atMs: number, isWell: boolean): FeedEvent {
  const error = isWell ? null : { code: 'busy', message: 'Busy.', atMs };
  return { ...about, kind: 'effect-ended', atMs, key: 'k', name: 'notify', outcome: isWell ? 'settled' : 'retry', ms: 1, error };
}

test('the last 120 ticks are kept, newest first', () => {
  const ticks = createRecentTicks();
  expect(ticks.all()).toEqual([]);
  for (let at = 1; at <= 3; at += 1) ticks.see(tick(at));
  expect(ticks.all().map(({ tickAtMs }) => tickAtMs)).toEqual([3, 2, 1]);
  for (let at = 4; at <= 250; at += 1) ticks.see(tick(at));
  expect(ticks.all().map(({ tickAtMs }) => tickAtMs)).toEqual(Array.from({ length: 120 }, (_, n) => 250 - n));
});

test('minutes count their events, minutes without events included, and are dropped after an hour', () => {
  let nowMs = 10 * MINUTE_MS + 5;
  const minutes = createRecentMinutes({ clock: { now: () => nowMs } });
  const failed = { code: 'x', message: 'x', atMs: nowMs };
  minutes.see(ended(nowMs, true));
  minutes.see(ended(nowMs, false));
  minutes.see({ ...about, kind: 'conflict', atMs: nowMs, tries: 1 });
  minutes.see({ ...about, kind: 'step-failed', atMs: nowMs, event: 'GO', error: failed });
  minutes.see({ ...about, kind: 'not-accepted', atMs: nowMs, event: 'GO', state: 'idle', cause: { kind: 'http' } });
  minutes.see({ kind: 'store-error', atMs: nowMs, doing: 'commit', error: failed });
  minutes.see(tick(nowMs));
  nowMs += 2 * MINUTE_MS;
  minutes.see(ended(nowMs, true));
  const none = { commits: 0, refused: 0, conflicts: 0, stepErrors: 0, effects: 0, effectErrors: 0 };
  expect(minutes.all()).toEqual([
    { atMs: 10 * MINUTE_MS, ...none, refused: 1, conflicts: 1, stepErrors: 1, effects: 2, effectErrors: 1 },
    { atMs: 11 * MINUTE_MS, ...none },
    { atMs: 12 * MINUTE_MS, ...none, effects: 1 },
  ]);
  // An hour later another minute uses the same slot of the ring buffer. The old counts must be deleted, and a late event of the old minute
  // must not be counted.
  nowMs += 60 * MINUTE_MS;
  minutes.see(ended(nowMs, true));
  minutes.see(ended(12 * MINUTE_MS, true));
  const all = minutes.all();
  expect([all.length, all[0]?.atMs, all.at(-1)]).toEqual([60, 13 * MINUTE_MS, { atMs: 72 * MINUTE_MS, ...none, effects: 1 }]);
  expect(all.slice(0, -1).every(({ effects }) => effects === 0)).toBe(true);
});

test('a cheap value is read for each request, once for simultaneous ones', async () => {
  let reads = 0;
  const reading = createSharedReading(async () => ++reads, { clock: { now: () => 5 } });
  expect(await Promise.all([reading(), reading()])).toEqual([
    { value: 1, atMs: 5 },
    { value: 1, atMs: 5 },
  ]);
  expect((await reading()).value).toBe(2);
});

test('an expensive value is read in the background, and at most a twentieth of the time', async () => {
  let nowMs = 0;
  let reads = 0;
  const reading = createSharedReading(
    async () => {
      nowMs += 500;
      return ++reads;
    },
    { clock: { now: () => nowMs } },
  );
  expect(await reading()).toEqual({ value: 1, atMs: 0 });
  nowMs = 10_000;
  expect(await reading()).toEqual({ value: 1, atMs: 0 });
  expect(reads).toBe(1);
  // The pause after the first reading has ended. The next call gets the old value and starts a new reading in the background; the call
  // after that gets the new value.
  nowMs = 10_001;
  expect(await reading()).toEqual({ value: 1, atMs: 0 });
  await Promise.resolve();
  expect(reads).toBe(2);
  expect(await reading()).toEqual({ value: 2, atMs: 10_001 });
  // The last value is too old to be returned now, so the call must wait for a new reading.
  nowMs = 1_000_000;
  expect((await reading()).value).toBe(3);
});

test('a failed reading rejects while there is no value, and later keeps the last one', async () => {
  let nowMs = 0;
  let isAway = true;
  const reading = createSharedReading(
    async () => {
      nowMs += 100;
      if (isAway) throw new Error('away');
      return 'counts';
    },
    { clock: { now: () => nowMs } },
  );
  expect(await reading().catch((error: unknown) => String(error))).toBe('Error: away');
  isAway = false;
  expect((await reading()).value).toBe('counts');
  isAway = true;
  nowMs += 3_000;
  expect((await reading()).value).toBe('counts');
});

test('dependencies are checked once for all requests, each with its own deadline, and again when the result is old', async () => {
  let nowMs = 0;
  let looks = 0;
  const deadlines: (() => void)[] = [];
  const watch = createDependencyWatch({
    probes: [
      { kind: 'store', name: 'store', check: async () => (looks++ === 0 ? null : 'It is full.') },
      { kind: 'redis', name: 'redis', check: () => Promise.reject(new Error('redis://user:password@host')) },
      { kind: 'chain', name: 'chain 1', check: () => new Promise<null>(() => undefined) },
    ],
    clock: { now: () => nowMs },
    after: (_delayMs, callback) => {
      deadlines.push(callback);
      return () => undefined;
    },
  });
  const first = Promise.all([watch.notes(), watch.notes()]);
  // Lets the time limit of the chain's check expire, because that check never ends by itself.
  deadlines[2]?.();
  const [notes, same] = await first;
  expect(notes).toEqual([
    { kind: 'store', name: 'store', isOk: true, message: 'Works.', sinceMs: null },
    { kind: 'redis', name: 'redis', isOk: false, message: 'The check of the dependency failed.', sinceMs: 0 },
    { kind: 'chain', name: 'chain 1', isOk: false, message: 'The dependency did not answer within the time limit.', sinceMs: 0 },
  ]);
  expect([same, looks]).toEqual([notes, 1]);
  nowMs = 6_000;
  // There are earlier results, so this call must return them at once, although the new check of the chain has not ended.
  expect(await watch.notes()).toEqual(notes);
  expect(looks).toBe(2);
  deadlines[5]?.();
  await new Promise(setImmediate);
  expect((await watch.notes())[0]).toMatchObject({ isOk: false, message: 'It is full.' });
  // Fresh results come from new checks, which two requests share.
  const both = Promise.all([watch.fresh(), watch.fresh()]);
  deadlines[8]?.();
  const [fresh, shared] = await both;
  expect([shared, looks]).toEqual([fresh, 3]);
  // Results of the last five seconds are returned at once; for older ones, new checks are awaited.
  nowMs += 1_000;
  expect([await watch.recent(), looks]).toEqual([fresh, 3]);
  nowMs += 5_000;
  const recent = watch.recent();
  deadlines[11]?.();
  expect([(await recent).length, looks]).toEqual([3, 4]);
});

test('a group counts as served by this node for three ticks', () => {
  let nowMs = 0;
  const groups = createServedGroups({ clock: { now: () => nowMs }, tickEveryMs: 1_000 });
  groups.served([32, 64]);
  groups.served([0, 32]);
  groups.served([96, 128]);
  // Groups beside one another are shown as one range.
  expect(groups.all()).toEqual(['0-63', '96-127']);
  nowMs = 2_000;
  groups.served([32, 64]);
  nowMs = 3_001;
  expect(groups.all()).toEqual(['32-63']);
});
