import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const MB = 1_000_000;
const text = 'x'.repeat(20_000);

test('few writes keep the write-ahead log small, and many writes make it long once', async () => {
  using folder = tempFolder();
  const path = folder.file('log.db');
  const { records, close } = createSqliteStore({ path, clock: { now: () => 0 } });
  const notes = records.collection<{ text: string }>({ name: 'notes', indexes: [] });
  const logBytes = () => statSync(`${path}-wal`).size;

  for (let n = 0; n < 300; n += 1) await notes.put(`few/${n}`, { text });
  expect(logBytes()).toBeGreaterThan(1.5 * MB);
  expect(logBytes()).toBeLessThan(2.5 * MB);

  const many = Array.from({ length: 600 }, (_, n) => ({ id: `many/${n}`, value: { text } }));
  expect(await notes.insertMany(many)).toBe(600);
  const long = logBytes();
  expect(long).toBeGreaterThan(8 * MB);

  // A long log is copied into the file rarely, so it still grows.
  for (let n = 0; n < 300; n += 1) await notes.put(`later/${n}`, { text });
  expect(logBytes()).toBeGreaterThan(long + 4 * MB);
  expect(await notes.count({})).toBe(1_200);
  await close();
});
