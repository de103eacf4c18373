import { expect, test } from 'bun:test';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { randomPlan, TOPICS } from './support/watcher-actor.ts';
import { createWatcherSystem, type WatcherSystemOptions } from './support/watcher-system.ts';

const ACTORS = 25;
const TICKS = 25;

/**
 * Runs random watchers on random values. After each tick, watchers that are stepped only when the trigger index finds them must have the
 * same state as watchers that are stepped at every tick. In between, watchers are told to wait for other values, and their process is
 * killed.
 */
async function holdAgainstSteppingAll(seed: number, system: WatcherSystemOptions['system'] = {}): Promise<void> {
  const random = seededRandom(seed);
  const [indexed, all] = [createWatcherSystem({ system }), createWatcherSystem({ wakes: 'always', system: { seed: 2 } })];
  const both = [indexed, all] as const;
  const keys = Array.from({ length: ACTORS }, (_, at) => `w${at}`);
  for (const [at, key] of keys.entries()) {
    const input = { seed: 1 + at + seed * ACTORS, ...randomPlan(at + seed * ACTORS, indexed.test.time.clock.now()) };
    for (const { watcher } of both) await watcher(key).create(input);
  }
  const walk = new Map<string, number>(TOPICS.map((topic) => [topic, 0]));
  const stepped = { indexed: 0, all: 0 };
  for (let tick = 0; tick < TICKS; tick += 1) {
    for (const [topic, value] of walk) walk.set(topic, value + Math.round((random() - 0.5) * 8) / 2);
    // Each value is missing in some ticks, as when a price cannot be read.
    const values = Object.fromEntries([...walk].filter(() => random() < 0.9));
    for (const { set } of both) set(values);
    if (random() < 0.3) {
      const key = keys[Math.floor(random() * ACTORS)];
      const plan = randomPlan(seed + tick, indexed.test.time.clock.now());
      for (const { watcher } of both) await watcher(key).ask({ type: 'WAIT', ...plan, triggers: [...plan.triggers] });
    }
    if (random() < 0.1) indexed.test.crash();
    const [found, everything] = [await indexed.test.tick(), await all.test.tick()];
    stepped.indexed += found?.stepped ?? 0;
    stepped.all += everything?.stepped ?? 0;
    for (const key of keys) {
      const [mine, theirs] = [await indexed.watcher(key).read(), await all.watcher(key).read()];
      expect([seed, tick, key, mine?.view]).toEqual([seed, tick, key, theirs?.view]);
    }
  }
  // Checks that the test covered both cases: some actors were stepped, and many were not.
  expect(stepped.indexed).toBeGreaterThan(ACTORS);
  expect(stepped.indexed).toBeLessThan(0.8 * stepped.all);
}

test('in memory, actors that the index steps are what stepping all of them makes of them', async () => {
  for (let seed = 1; seed <= 12; seed += 1) await holdAgainstSteppingAll(seed);
}, 60_000);

test('on SQLite, with few actors kept in memory, they are as well', async () => {
  for (const seed of [101, 102]) {
    using folder = tempFolder();
    const { actors: store } = createSqliteStore({ path: folder.file('store.sqlite'), clock: { now: () => 0 } });
    await holdAgainstSteppingAll(seed, { store, maxResidents: 5 });
    await store.close();
  }
}, 60_000);
