import { expect, test } from 'bun:test';
import { createActivityRepository, MOST_OF_A_KIND } from '../../../../src/features/autopilot/activity-repository.ts';
import { createTellNotes } from '../../../../src/features/autopilot/tell-notes.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';

const clock = { now: () => 1 };
const about = { recordId: 'r1', strategyId: null, reason: '', data: {} };

test('frequent entries evict only entries of their own kind, oldest first', async () => {
  const repository = createActivityRepository({ records: createMemoryRecordStore({ clock }) });
  await repository.add('warning', { ...about, atMs: 1, kind: 'expiry-warning' });
  await repository.add('unsafe', { ...about, atMs: 2, kind: 'safety-block' });
  await repository.add('of-another', { ...about, recordId: 'r2', atMs: 2, kind: 'failure' });
  for (let i = 0; i < MOST_OF_A_KIND.others + 50; i += 1) await repository.add(`failure-${i}`, { ...about, atMs: 10 + i, kind: 'failure' });
  const { items } = await repository.list('r1', { limit: 1_000 });
  expect(items).toHaveLength(MOST_OF_A_KIND.others + 2);
  expect(items.slice(-3).map(({ id }) => id)).toEqual(['failure-50', 'unsafe', 'warning']);
  expect((await repository.list('r2', { limit: 10 })).items).toHaveLength(1);
});

test('each failure is in the feed; the wallet is notified of the first in a row', async () => {
  const activity = createActivityRepository({ records: createMemoryRecordStore({ clock }) });
  const notified: string[] = [];
  const tell = createTellNotes({ activity, notifications: { add: async (key) => notified.push(key) > 0 } });
  const whose = { recordId: 'r1', wallet: asAddress('0xw'), chainId: 1, agentId: 7 };
  const note = { kind: 'failure', strategyId: 'buy', reason: 'No pool.', data: {} } as const;
  await tell('a/1/0', { ...whose, at: 1, notes: [note] });
  await tell('a/2/0', { ...whose, at: 2, notes: [{ ...note, isRepeat: true }] });
  await tell('a/2/0', { ...whose, at: 2, notes: [{ ...note, isRepeat: true }] });
  expect(notified).toEqual(['a/1/0/0']);
  const { items } = await activity.list('r1', { limit: 10 });
  expect(items.map((item) => [item.id, 'isRepeat' in item])).toEqual([
    ['a/2/0/0', false],
    ['a/1/0/0', false],
  ]);
});

test('the trades of a dry run are read from its feed, newest first; other and damaged entries are left out', async () => {
  const activity = createActivityRepository({ records: createMemoryRecordStore({ clock }) });
  const [usdc, weth] = [`0x${'b1'.repeat(20)}`, `0x${'c1'.repeat(20)}`];
  const data = { side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: '30', amountOut: '7', paper: 'true' };
  const trade = { ...about, kind: 'trade', strategyId: 'dca', reason: 'It is due.' } as const;
  await activity.add('1', { ...trade, atMs: 5_000, data });
  await activity.add('2', { ...trade, atMs: 9_000, data: { ...data, side: 'sell' } });
  await activity.add('real', { ...trade, atMs: 6_000, data: { ...data, paper: 'false' } });
  await activity.add('damaged', { ...trade, atMs: 7_000, data: { ...data, amountOut: 'much' } });
  await activity.add('failure', { ...trade, atMs: 8_000, kind: 'failure', data });
  const found = await activity.paperTradesOf('r1', 10);
  expect(found.map(({ startedAtMs, intent: { side } }) => [startedAtMs, side])).toEqual([
    [9_000, 'sell'],
    [5_000, 'buy'],
  ]);
  expect(found[1]?.fill).toEqual({ amountIn: asUnits('30'), amountOut: asUnits('7'), blockTimeSec: 5 });
  expect(await activity.paperTradesOf('r1', 1)).toHaveLength(1);
});
