import { beforeAll, expect, test } from 'bun:test';
import { openStoreAt } from '../../../../src/app/open-store.ts';
import { createCatalogues } from '../../../../src/features/ramps/catalogues.ts';
import { createRampRegistry } from '../../../../src/features/ramps/registry.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
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
    const nodes = await Promise.all(Array.from({ length: 2 }, () => startNode(mongo.url, `${ramps.env.GUARDARIAN_URL}`)));
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

/** Starts what a node has for catalogues: its own connection to the store, its own adapters, and its own memory of catalogues. */
async function startNode(url: string, guardarianUrl: string) {
  const store = await openStoreAt(url, clock);
  const settings = { guardarian: { keys: { apiKey: 'key-of-guardarian', url: guardarianUrl }, missing: [], secrets: [] } };
  const providers = createRampRegistry({
    ...{ settings, fetch, clock, records: store.records, timeoutMs: 5_000, count: () => undefined },
  });
  return { store, catalogues: createCatalogues({ records: store.records, providers, clock, timers: systemTimers, log: silentLog }) };
}
