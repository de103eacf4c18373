import { expect, test } from 'bun:test';
import { createGasRepository } from '../../../../src/market/gas/gas-repository.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { RecordCollection, RecordStore } from '../../../../src/platform/store/record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const wallet = parseAddress(`0x${'aa'.repeat(20)}`);
const clock = { now: () => 1_000 };
const bounds = { ofSubject: 50, ofWallet: 100 };

/**
 * Creates a gas repository whose writes are recorded. Its first `lost` writes fail as if another node had changed the row at the same time.
 */
function open(lost = 0) {
  const memory = createMemoryRecordStore({ clock });
  const writes: string[] = [];
  const store: RecordStore = {
    ...memory,
    collection: (spec) => {
      const rows = memory.collection(spec);
      const counted: typeof rows = {
        ...rows,
        insert: (...args) => {
          writes.push('insert');
          return rows.insert(...args);
        },
        update: async (...args) => {
          writes.push('update');
          return writes.length <= lost ? false : await rows.update(...args);
        },
      };
      return counted as RecordCollection<never> as never;
    },
  };
  const repository = createGasRepository({ records: store, clock });
  return { writes, repository };
}

test('what many orders of a wallet set aside at once is written together, each within what the others left', async () => {
  const { writes, repository } = open();
  const asked = Array.from({ length: 12 }, (_, n) => ({ key: `k${n}`, subject: `s${n}`, microUsd: 10 }));
  const answers = await Promise.all(asked.map((entry) => repository.setAside(wallet, entry, bounds)));
  expect(answers.map((answer) => answer?.who ?? 'set aside')).toEqual([...Array(10).fill('set aside'), 'wallet', 'wallet']);
  expect(writes.length).toBeLessThanOrEqual(2);
  expect(await repository.heldOf(wallet, 'k9')).toBe(10);
  expect(await repository.heldOf(wallet, 'k10')).toBe(null);
});

test('a write that another node came before is made again from what that one left', async () => {
  const { writes, repository } = open(3);
  await repository.setAside(wallet, { key: 'first', subject: 'a', microUsd: 10 }, bounds);
  await Promise.all([
    repository.charge(wallet, 'first', 30),
    repository.setAside(wallet, { key: 'second', subject: 'a', microUsd: 20 }, bounds),
    repository.setAside(wallet, { key: 'third', subject: 'b', microUsd: 20 }, bounds),
  ]);
  expect(writes.filter((write) => write === 'update').length).toBeGreaterThan(2);
  expect(await repository.heldOf(wallet, 'second')).toBe(20);
  expect(await repository.setAside(wallet, { key: 'fourth', subject: 'c', microUsd: 31 }, bounds)).toEqual({
    ...{ who: 'wallet', usedMicroUsd: 70, ofMicroUsd: 100 },
  });
});
