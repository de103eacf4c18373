import { expect, test } from 'bun:test';
import { groupChanges, pathInGroup } from '../../../src/inspector/web/pages/changes/group-changes.ts';
import { previewOf } from '../../../src/inspector/web/pages/changes/preview.ts';
import { recordChanges } from '../../../src/inspector/web/pages/changes/record-changes.ts';
import { valueWords } from '../../../src/inspector/web/pages/changes/value-words.ts';
import { sizeOf } from '../../../src/inspector/web/pages/history/size-of.ts';
import type { Json } from '../../../src/values/json.ts';
import { jsonChanges } from '../../../src/values/json-diff/json-changes.ts';
import { sampleRecord } from './sample-history.ts';

test('changes are listed part by part, important parts first, and bookkeeping last', () => {
  const before = sampleRecord(1);
  const after = sampleRecord(2, { dueAtMs: 60_000, keys: { wallet: '0xa', chainId: 1, status: 'on' } });
  const groups = groupChanges(jsonChanges(before, after));
  expect(groups.map(({ title, changes }) => [title, changes.map(({ path }) => pathInGroup(path))])).toEqual([
    ['State', ['state']],
    ['Context', ['turns']],
    ['Times', ['dueAtMs']],
    ['Index keys', ['keys.wallet', 'keys.chainId', 'keys.status']],
    ['Bookkeeping', ['revision', 'applied[0]', 'updatedAtMs']],
  ]);
  expect(groups.filter(({ isQuiet }) => isQuiet).map(({ title }) => title)).toEqual(['Bookkeeping']);
});

test('values have their unit where it is known', () => {
  const units = {
    amounts: [{ path: 'plan.amountIn', chainId: 1, token: '0xa' }],
    tokens: [{ chainId: 1, address: '0xa', symbol: 'USDC', decimals: 6 }],
  };
  expect(valueWords('1234500000', ['snapshot', 'context', 'plan', 'amountIn'], units)).toEqual({
    text: '"1234500000"',
    meaning: '1,234.5 USDC',
  });
  expect(valueWords('1234500000', ['snapshot', 'context', 'plan', 'other'], units).meaning).toBeNull();
  expect(valueWords(1_795_876_496_932, ['dueAtMs'], units).meaning).toContain('2026');
  expect(valueWords({ active: 'waiting' }, ['snapshot', 'value'], units).text).toBe('active.waiting');
  expect(pathInGroup(['snapshot', 'context', 'a b', 3, { by: 'key', is: 'dca-position/x/1/0' }])).toBe('["a b"][3][1/0]');
});

test('a preview is short and quick, however long, wide or deep the value is', () => {
  expect(previewOf({ a: [1, 'x', null], 'b c': { d: true }, e: {}, f: [] }, 200)).toBe(
    '{ a: [1, "x", null], "b c": { d: true }, e: {}, f: [] }',
  );
  let deep: Json = 1;
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i]));
  for (const value of [deep, wide, 'x'.repeat(5_000_000), { ['y'.repeat(5_000_000)]: 1 }]) {
    expect(previewOf(value, 240).length).toBeLessThanOrEqual(241);
  }
  expect(sizeOf(deep)).toBeGreaterThan(200_000);
  expect(sizeOf(deep, 500)).toBe(500);
});

test('a lease that replies have under two names is one change', () => {
  const entry = (by: string | null, untilMs: number | null) => ({
    ...{ key: 'lamp/1/2/0', name: 'turn', params: { claimedBy: by }, state: by === null ? 'ready' : 'leased', attempts: 1 },
    ...{ nextAttemptAtMs: 0, leasedBy: by, leaseUntilMs: untilMs, claimedBy: by, claimUntilMs: untilMs, lastError: null },
  });
  const record = (by: string | null, untilMs: number | null): Json => ({ ...sampleRecord(1), outbox: [entry(by, untilMs)] });
  expect(recordChanges(record(null, null), record('node-1', 9)).map(({ path }) => pathInGroup(path))).toEqual([
    'outbox[2/0].params.claimedBy',
    'outbox[2/0].state',
    'outbox[2/0].leasedBy',
    'outbox[2/0].leaseUntilMs',
  ]);
});
