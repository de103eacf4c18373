import { expect, test } from 'bun:test';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { expectExact } from './counts-contract.ts';
import { createAll, firstRecord, loadHeld, step } from './support/sample-records.ts';
import { acknowledged, spawnWriter } from './support/spawn-writer.ts';

const clock = { now: () => 0 };

test('two processes that write the same actors lose nothing: each successful commit is one revision', async () => {
  using folder = tempFolder();
  const path = folder.file('store.sqlite');
  const store = createSqliteStore({ path, clock });
  await createAll(
    store.actors,
    Array.from({ length: 3 }, (_, at) => firstRecord(`shared/${at}`)),
  );
  const writers = [1, 2].map((at) => spawnWriter(path, `writer-${at}`, '3', '40', 'shared'));
  expect(await Promise.all(writers.map(({ ended }) => ended()))).toEqual([0, 0]);
  const wins = writers.flatMap(({ lines }) => lines()).flatMap((line): [string, number][] => JSON.parse(line));
  expect(new Set(wins.map(String)).size).toBe(2 * 3 * 40);
  for (let at = 0; at < 3; at++) {
    const { record } = await loadHeld(store.actors, `shared/${at}`);
    expect(record.revision).toBe(81);
    const entries = await store.actors.history(`shared/${at}`, { limit: 100 });
    expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 81 }, (_, n) => 81 - n));
  }
  await store.close();
}, 120_000);

test('everything acknowledged before a kill -9 is there afterwards, with its history', async () => {
  using folder = tempFolder();
  const path = folder.file('store.sqlite');
  for (let round = 0; round < 4; round++) {
    const writer = spawnWriter(path, `round-${round}`, '50', '1000000');
    // The writing process is killed after a different delay in each round. At which step of a write this happens depends on the machine.
    await waitFor(() => writer.lines().length > 20 + round * 17, { what: 'acknowledged commits' });
    writer.child.kill('SIGKILL');
    await writer.ended();

    const store = createSqliteStore({ path, clock });
    const promised = acknowledged(writer.lines());
    expect(promised.size).toBe(50);
    for (const [id, revision] of promised) {
      const held = await loadHeld(store.actors, id);
      expect(held.record.revision).toBeGreaterThanOrEqual(revision);
      expect(held.record.snapshot.context.count).toBe(held.record.revision);
      const entries = await store.actors.history(id, { limit: 1_000_000 });
      expect(entries.length).toBe(held.record.revision);
      expect(entries[0]?.record).toStrictEqual(held.record);
      await step(store.actors, held);
    }
    expect((await expectExact(store.actors)).actors).toBe(50 * (round + 1));
    await store.close();
  }
}, 120_000);
