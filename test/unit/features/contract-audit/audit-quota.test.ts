import { expect, test } from 'bun:test';
import { createAuditQuota } from '../../../../src/features/contract-audit/audit-quota.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseWallet } from '../../../../src/values/parse-wallet.ts';

const ALICE = parseWallet(`0x${'a1'.repeat(20)}`);
const BOB = parseWallet(`0x${'b0'.repeat(20)}`);

function open(limit = 3) {
  const clock = { now: () => 1_000 };
  const records = createMemoryRecordStore({ clock });
  const node = () => createAuditQuota({ records, clock, limit: () => limit });
  return { first: node(), second: node() };
}

test('two nodes that take at once never take more than the limit', async () => {
  const { first, second } = open(3);
  const taken = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? first : second).take(ALICE, `1/code-${at}`, `turn-${at}`)),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(taken.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'audit-quota-used', status: 429 } });
  expect(await second.of(ALICE)).toEqual({ limit: 3, used: 3, left: 0 });
  expect(await first.of(BOB)).toEqual({ limit: 3, used: 0, left: 3 });
});

test('the same code is counted once, whoever takes it first', async () => {
  const { first, second } = open(1);
  const taken = await Promise.all([first.take(ALICE, 'code', 'one'), second.take(ALICE, 'code', 'two')]);
  expect(taken.toSorted()).toEqual([false, true]);
  await first.finish(ALICE, 'code');
  expect(await second.take(ALICE, 'code', 'three')).toBe(false);
  await expect(first.take(ALICE, 'other', 'four')).rejects.toMatchObject({ code: 'audit-quota-used' });
});

test('a failed audit is given back, unless another request has it', async () => {
  const { first, second } = open(1);
  expect(await first.take(ALICE, 'code', 'one')).toBe(true);
  await first.giveBack(ALICE, 'code', 'one');
  await first.giveBack(ALICE, 'code', 'one');
  expect(await first.of(ALICE)).toMatchObject({ used: 0, left: 1 });

  expect(await first.take(ALICE, 'code', 'one')).toBe(true);
  expect(await second.take(ALICE, 'code', 'two')).toBe(false);
  await first.giveBack(ALICE, 'code', 'one');
  expect(await first.of(ALICE)).toMatchObject({ used: 1 });
  await second.finish(ALICE, 'code');
  await second.giveBack(ALICE, 'code', 'two');
  expect(await first.of(ALICE)).toMatchObject({ used: 1 });
});

test('a repeated request of one turn is counted once and still counts as its own', async () => {
  const { first, second } = open(1);
  expect(await first.take(ALICE, 'code', 'turn')).toBe(true);
  expect(await second.take(ALICE, 'code', 'turn')).toBe(true);
  expect(await first.of(ALICE)).toMatchObject({ used: 1 });
});

test('a limit of zero turns audits off', async () => {
  const { first } = open(0);
  await expect(first.take(ALICE, 'code', 'one')).rejects.toThrow('turned off');
});
