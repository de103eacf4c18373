import { beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { BSON, type Document, type IndexDescription, MongoClient } from 'mongodb';
import { actorDefinitions } from '../../../src/app/registry.ts';
import type { Store } from '../../../src/cli/migrate/migrate-stores.ts';
import { createMongoStore } from '../../../src/platform/store/mongo/mongo-store.ts';
import { actorWithoutEffects } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { requires } from '../../support/requires.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { clock, contentOf, migrate, sqliteStore } from './support/open-stores.ts';

// Test data: a SQLite file and a MongoDB database of an earlier version, in which index keys had no names. Their content is the same:
// positions, a batch and agents of a crash campaign, and recorded trades. `test/history/stores` describes how they were made. They are
// never changed.
const stored = (name: string) => gunzipSync(readFileSync(new URL(`../../history/stores/${name}`, import.meta.url)));
const KEYS = ['wallet', 'chainId'] as const;
const IN_FILE = { 'autopilot-agent': 2, 'dca-batch': 1, 'dca-position': 3, trade: 3, 'transaction-sender': 1, 'vault-follower': 1 };

async function allOf({ actors }: Store): Promise<readonly ActorRecord[]> {
  const { actors: found, cursor } = await actors.list({ order: 'oldest', limit: 1_000 });
  expect(cursor).toBeNull();
  return found.map(({ record, damage }) => {
    expect([record.id, damage]).toEqual([record.id, undefined]);
    return record;
  });
}

/** Checks that every actor can be found by its history and by each of its index keys, in lists and counts. */
async function checkKept(store: Store): Promise<readonly ActorRecord[]> {
  const records = await allOf(store);
  const byType = Map.groupBy(records, ({ type }) => type);
  expect(Object.fromEntries([...byType].map(([type, { length }]) => [type, length]))).toEqual(IN_FILE);
  for (const record of records) {
    const { id, keys, revision } = record;
    const history = await store.actors.history(id, { limit: 10_000 });
    expect([id, history.map((entry) => entry.revision)]).toEqual([id, Array.from({ length: revision }, (_, at) => revision - at)]);
    expect(history[0]?.record).toEqual(record);
    for (const name of KEYS) {
      const value = keys[name] ?? null;
      if (value === null) continue;
      const same = records.filter((other) => other.keys[name] === value).map((other) => other.id);
      const { ids } = await store.actors.listIds({ keys: { [name]: value }, order: 'oldest', limit: 1_000 });
      expect([name, value, ids.toSorted()]).toEqual([name, value, same.toSorted()]);
      expect(await store.actors.count({ keys: { [name]: value } })).toBe(same.length);
    }
  }
  // Stored records and events that contain a lease use the earlier field names. They must be readable under the current names.
  const entries = (await Promise.all(records.map(({ id }) => store.actors.history(id, { limit: 10_000 })))).flat();
  expect(
    entries.filter(({ record }) => record.outbox.some(({ state, leasedBy }) => state === 'leased' && leasedBy !== null)),
  ).not.toBeEmpty();
  expect(entries.filter(({ event }) => event.type === 'runtime.leased')).not.toBeEmpty();
  const { ids } = await store.actors.listIds({ keyPrefix: { name: 'wallet', prefix: '0x' }, sort: 'key', order: 'oldest', limit: 1_000 });
  expect(ids.length).toBe(records.filter(({ keys }) => keys.wallet !== null).length);
  return records;
}

/** Checks that the actors accept events again, and can then be found by their new index keys. */
async function checkGoingOn(store: Store, records: readonly ActorRecord[]): Promise<void> {
  const system = createTestSystem({
    actors: actorDefinitions.map((definition) => actorWithoutEffects(definition)),
    store: store.actors,
    startMs: Math.max(...records.map(({ updatedAtMs }) => updatedAtMs)) + 60_000,
    isPaused: () => true,
  });
  const { operator } = system.system();
  const agent = records.find(({ type, keys }) => type === 'autopilot-agent' && keys.status === 'active');
  if (agent === undefined) throw new Error('no agent runs');
  const wallet = String(agent.keys.wallet);
  const { record } = await operator.send(agent.id, { type: 'PAUSE' }, 'tester');
  expect(record).toMatchObject({ revision: agent.revision + 1, keys: { ...agent.keys, status: 'paused' } });
  expect(
    (await operator.find({ keys: { wallet }, statuses: ['paused'], sort: 'created', order: 'oldest', limit: 10 })).actors,
  ).toMatchObject([{ record: { id: agent.id } }]);
  const searched = await operator.find({
    search: wallet.slice(0, 12).toUpperCase().replace('0X', '0x'),
    sort: 'created',
    order: 'oldest',
    limit: 100,
  });
  expect(searched.actors.map((found) => found.record.id)).toContain(agent.id);
  const trade = records.find(({ type }) => type === 'trade');
  if (trade === undefined) throw new Error('no trade is there');
  expect((await operator.restore(trade.id, 1, 'tester')).keys).toEqual({ ...trade.keys, status: 'pending' });
}

function openedFile(folder: { file(name: string): string }) {
  const path = folder.file('coxswain.db');
  writeFileSync(path, stored('coxswain.v3.db.gz'));
  return sqliteStore(path);
}

test('a data folder of the last version opens, and its actors continue', async () => {
  using folder = tempFolder();
  {
    await using store = openedFile(folder);
    await checkGoingOn(store, await checkKept(store));
  }
  // Opens the same file a second time, after this version has written to it.
  await using again = sqliteStore(folder.file('coxswain.db'));
  const [paused] = (await again.actors.list({ statuses: ['paused'], order: 'oldest', limit: 10 })).actors;
  expect(paused?.record).toMatchObject({ type: 'autopilot-agent', keys: { status: 'paused' } });
});

requires('mongodb')('a database of the last version', () => {
  // The time limit is long, because the first start of MongoDB's test server builds the server.
  beforeAll(async () => (await mongoServer()).stop(), 120_000);

  async function openedDatabase() {
    const server = await mongoServer();
    await using client = new MongoClient(server.url);
    type Dumped = { readonly name: string; readonly indexes: readonly IndexDescription[]; readonly docs: readonly Document[] };
    const dump: readonly Dumped[] = BSON.EJSON.parse(stored('mongodb.v3.json.gz').toString());
    for (const { name, indexes, docs } of dump) {
      await client
        .db()
        .collection(name)
        .insertMany([...docs]);
      const own = indexes.filter((index) => !('_id' in index.key && Object.keys(index.key).length === 1));
      if (own.length > 0)
        await client
          .db()
          .collection(name)
          .createIndexes(own.map(({ key, unique = false }) => ({ key, unique })));
    }
    const store = await createMongoStore({ url: server.url, clock });
    return {
      ...store,
      async [Symbol.asyncDispose]() {
        await store.close();
        await server.stop();
      },
    };
  }

  test('opens, and its actors continue', async () => {
    await using store = await openedDatabase();
    await checkGoingOn(store, await checkKept(store));
  }, 120_000);

  test('is the same as the data folder that it was copied from, and each can be made the other', async () => {
    using folder = tempFolder();
    await using file = openedFile(folder);
    await using database = await openedDatabase();
    await using back = sqliteStore(folder.file('back.db'));
    const ids = (await allOf(file)).map(({ id }) => id);
    const content = await contentOf(file, ids);
    // The target already contains the same actors, so the first migration copies no actor, but only documents that had expired when the
    // database was made. The second migration copies all actors to a new store.
    expect(await migrate(file, database)).toMatchObject({ isEqual: true, actors: { copied: 0 } });
    expect(await contentOf(database, ids)).toEqual(content);
    expect(await migrate(database, back)).toMatchObject({ isEqual: true, actors: { copied: ids.length } });
    expect(await contentOf(back, ids)).toEqual(content);
    await checkKept(back);
  }, 120_000);
});
