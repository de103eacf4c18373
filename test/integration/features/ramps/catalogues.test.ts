import { beforeAll, expect, test } from 'bun:test';
import { openStoreAt } from '../../../../src/app/open-store.ts';
import { createCatalogues } from '../../../../src/features/ramps/catalogues.ts';
import { createRampRegistry } from '../../../../src/features/ramps/registry.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import type { CollectionSpec, RecordStore } from '../../../../src/platform/store/record-store.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { mongoServer } from '../../../support/mongo-server.ts';
import { requires } from '../../../support/requires.ts';
import { startStandInRamps } from './stand-in-ramps.ts';

const clock = { now: () => Date.parse('2026-11-30T08:00:00Z') };

/** Time limit in milliseconds for the first start of MongoDB on a machine, which includes the download of the server. */
const FIRST_START_MS = 180_000;

requires('mongodb')('two nodes with their own connections to one MongoDB', () => {
  beforeAll(async () => (await mongoServer()).stop(), FIRST_START_MS);

  test('two hundred callers at once: each of the pages of the catalogue is requested once', async () => {
    using ramps = startStandInRamps();
    const mongo = await mongoServer();
    const bothHaveRead = barrier(2);
    const nodes = await Promise.all(
      Array.from({ length: 2 }, () => startNode(mongo.url, { guardarianUrl: `${ramps.env.GUARDARIAN_URL}`, beforeWrite: bothHaveRead })),
    );
    try {
      const calls = Array.from({ length: 200 }, (_, index) => nodes[index % 2]?.catalogues.refresh('guardarian'));
      const results = await Promise.all(calls);
      expect(ramps.asked.toSorted()).toEqual(['GET /guardarian/countries', 'GET /guardarian/currencies']);
      expect(results.map((result) => result?.catalogue.coins.length)).toEqual(calls.map(() => 3));
      for (const { catalogues } of nodes) {
        // Within the same minute, later callers on both nodes get the stored catalogue.
        expect((await catalogues.refresh('guardarian')).isReplaced).toBe(false);
        expect((await catalogues.read('guardarian')).fetchedAtMs).toBe(clock.now());
      }
      expect(ramps.asked).toHaveLength(2);
    } finally {
      for (const { store } of nodes) await store.close();
      await mongo.stop();
    }
  }, 60_000);
});

/**
 * Starts what a node has for catalogues: its own connection to the store, its own adapters, and its own memory of catalogues. Before a node
 * changes a stored catalogue, it waits for `beforeWrite`.
 */
async function startNode(url: string, { guardarianUrl, beforeWrite }: { guardarianUrl: string; beforeWrite: () => Promise<void> }) {
  const store = await openStoreAt(url, clock);
  const records: RecordStore = {
    ...store.records,
    collection<T extends JsonObject>(spec: CollectionSpec) {
      const rows = store.records.collection<T>(spec);
      return {
        ...rows,
        async update(...change: Parameters<typeof rows.update>) {
          await beforeWrite();
          return await rows.update(...change);
        },
      };
    },
  };
  const settings = { guardarian: { keys: { apiKey: 'key-of-guardarian', url: guardarianUrl }, missing: [], secrets: [] } };
  const providers = createRampRegistry({
    ...{ settings, fetch, clock, records, timeoutMs: 5_000, count: () => undefined },
  });
  return { store, catalogues: createCatalogues({ records, providers, clock, timers: systemTimers, log: silentLog }) };
}

/** Returns a function that waits until it was called `count` times. Further calls do not wait. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived >= count) resolve();
    return promise;
  };
}
