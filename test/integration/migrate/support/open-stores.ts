import { collections } from '../../../../src/app/registry.ts';
import { type MigrationSummary, migrateStores, type Store } from '../../../../src/cli/migrate/migrate-stores.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import { TRIGGERED_AT } from './fill-store.ts';

export const clock = { now: () => 1_000_000 };

export function memoryStore(): Store {
  return { actors: createMemoryActorStore(), records: createMemoryRecordStore({ clock }) };
}

/** Opens a store that is closed at the end of the enclosing block (`await using`). */
export function sqliteStore(path: string): Store & AsyncDisposable {
  const store = createSqliteStore({ path, clock });
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
}

export function migrate(source: Store, target: Store): Promise<MigrationSummary> {
  return migrateStores({ source, target, collections, clock, onProgress: () => {} });
}

/** Reads everything in a store as plain data, so that the test does not depend on the hashes that the command computes. */
export async function contentOf(store: Store, ids: readonly string[]) {
  const records = (await store.actors.load(ids)).map((loaded) => loaded?.record);
  const histories = await Promise.all(ids.map((id) => store.actors.history(id, { limit: 10_000 })));
  const documents = await Promise.all(
    collections.map(async (spec) => {
      const { rows } = await store.records.collection(spec).scan({ limit: 10_000 });
      return rows.map(({ rev: _rev, ...content }) => content);
    }),
  );
  return { records, histories, documents, triggered: await triggeredOf(store) };
}

/** Returns the ids of the actors whose triggers fire at the value of the test. */
async function triggeredOf({ actors }: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for (const type of ['vault', 'position']) {
    const topics = await actors.topics(type);
    const values = new Map(topics.map((topic) => [topic, TRIGGERED_AT]));
    const { rows, cursor } = await actors.triggered({ type, values, limit: 10_000 });
    if (cursor !== null) throw new Error('one page did not hold all that are triggered');
    const loaded = await actors.loadRefs([...new Set(rows.map(({ ref }) => ref))]);
    found.push(...topics, ...loaded.flatMap((one) => one?.record.id ?? []));
  }
  return found.sort();
}
