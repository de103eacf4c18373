import { beforeAll, expect, test } from 'bun:test';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { expectExact } from './counts-contract.ts';
import { openMongoActors, startMongo } from './open-mongo.ts';
import { createAll, firstRecord, loadHeld, step } from './support/sample-records.ts';
import { acknowledged, spawnWriter } from './support/spawn-writer.ts';

requires('mongodb')("processes on one server of MongoDB's protocol", () => {
  beforeAll(startMongo, 120_000);

  test('two processes that write the same actors lose nothing: each successful commit is one revision', async () => {
    await using opened = await openMongoActors();
    const { store, url } = opened;
    const records = Array.from({ length: 3 }, (_, at) => firstRecord(`shared/${at}`));
    await createAll(store, records);
    const writers = [1, 2].map((at) => spawnWriter(url, `writer-${at}`, '3', '40', 'shared'));
    expect(await Promise.all(writers.map(({ ended }) => ended()))).toEqual([0, 0]);
    const wins = writers.flatMap(({ lines }) => lines()).flatMap((line): [string, number][] => JSON.parse(line));
    expect(new Set(wins.map(String)).size).toBe(2 * 3 * 40);
    for (const { id } of records) {
      expect((await loadHeld(store, id)).record.revision).toBe(81);
      const entries = await store.history(id, { limit: 100 });
      expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 81 }, (_, n) => 81 - n));
    }
  }, 120_000);

  test('everything acknowledged before a kill -9 of a node is there afterwards, with its history', async () => {
    await using opened = await openMongoActors();
    const { store, url } = opened;
    for (let round = 0; round < 3; round++) {
      const writer = spawnWriter(url, `round-${round}`, '20', '1000000');
      // The writing process is killed after a different delay in each round. At which step of a write this happens depends on the machine.
      await waitFor(() => writer.lines().length > 5 + round * 7, { what: 'acknowledged commits' });
      writer.child.kill('SIGKILL');
      await writer.ended();
      const promised = acknowledged(writer.lines());
      expect(promised.size).toBe(20);
      for (const [id, revision] of promised) {
        const held = await loadHeld(store, id);
        expect(held.record.revision).toBeGreaterThanOrEqual(revision);
        expect(held.record.snapshot.context.count).toBe(held.record.revision);
        const entries = await store.history(id, { limit: 1_000 });
        expect(entries.map((entry) => entry.revision)).toEqual(Array.from(entries, (_, at) => held.record.revision - at));
        expect(entries.length).toBe(held.record.revision);
        expect(entries[0]?.record).toStrictEqual(held.record);
        await step(store, held);
      }
      expect((await expectExact(store)).actors).toBe(20 * (round + 1));
    }
  }, 120_000);
});
