import { beforeAll, expect, test } from 'bun:test';
import { MongoClient } from 'mongodb';
import { createMongoStore, type MongoStore } from '../../../src/platform/store/mongo/mongo-store.ts';
import type { CollectionSpec } from '../../../src/platform/store/record-store.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { freeze } from '../../support/freeze.ts';
import { startServer } from '../../support/mongo-server/start-server.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { requires } from '../../support/requires.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const fills: CollectionSpec = { name: 'fills', unique: [['txHash']], indexes: [['wallet']] };
const clock = { now: () => Date.now() };
/** Time limit of a test in milliseconds. A test loses the server several times, and each loss is detected within ten seconds. */
const FAULT_TEST_MS = 120_000;
/**
 * Maximum time in milliseconds until a call to a lost server must fail. It allows for a busy machine; the driver's default would be 30 s.
 */
const MOST_MS = 25_000;

requires('mongodb')('a MongoDB server that goes away', () => {
  beforeAll(async () => {
    await (await startServer()).stop();
  }, 180_000);

  test(
    'with a frozen server reads and writes fail soon, and work again once it continues',
    async () => {
      const server = await mongoServer({ own: true });
      if (server.pid === null) throw new Error('an own server has a process');
      const store = await createMongoStore({ url: server.url, clock });
      try {
        const collection = store.records.collection<JsonObject>(fills);
        await collection.insert('a', { txHash: '0x1', wallet: 'w' });
        await freeze(server.pid);
        const sinceMs = performance.now();
        const failures = await Promise.all([
          failureOf(collection.get('a')),
          failureOf(collection.put('b', { txHash: '0x2' })),
          failureOf(collection.find({ where: { wallet: 'w' }, limit: 1 })),
          failureOf(store.actors.load(['dca-position/1'])),
        ]);
        expect(performance.now() - sinceMs).toBeLessThan(MOST_MS);
        for (const failure of failures) expect(failure).toMatchObject({ kind: 'retryable', code: 'store-unavailable' });
        process.kill(server.pid, 'SIGCONT');
        await servesAgain(store);
        expect(await collection.get('a')).toMatchObject({ txHash: '0x1', rev: 1 });
      } finally {
        process.kill(server.pid, 'SIGCONT');
        await store.close();
        await server.stop();
      }
    },
    FAULT_TEST_MS,
  );

  test(
    'with a stopped server calls fail soon; once it runs again, it has everything acknowledged',
    async () => {
      using folder = tempFolder();
      const first = await startServer({ file: folder.file('mongo.db') });
      const url = `mongodb://127.0.0.1:${first.port}/again?directConnection=true`;
      const store = await createMongoStore({ url, clock });
      try {
        const collection = store.records.collection<JsonObject>(fills);
        for (let n = 0; n < 20; n++) await collection.insert(`id-${n}`, { txHash: `0x${n}`, wallet: 'w' });
        await first.stop();
        const sinceMs = performance.now();
        const failures = await Promise.all([failureOf(collection.count({})), failureOf(collection.update('id-1', 1, { txHash: '0x1' }))]);
        expect(performance.now() - sinceMs).toBeLessThan(MOST_MS);
        for (const failure of failures) expect(failure).toMatchObject({ kind: 'retryable', code: 'store-unavailable' });
        const second = await startServer({ port: first.port, file: folder.file('mongo.db') });
        try {
          await servesAgain(store);
          expect(await collection.count({ wallet: 'w' })).toBe(20);
          expect(await collection.insert('other', { txHash: '0x7' })).toMatchObject({ inserted: false, exists: { _id: 'id-7' } });
          expect(await collection.update('id-1', 1, { txHash: '0x1' })).toBe(true);
        } finally {
          await second.stop();
        }
      } finally {
        await store.close();
      }
    },
    FAULT_TEST_MS,
  );

  test(
    'a server that is away at the start is named in one line, without credentials',
    async () => {
      const { port, stop } = await startServer();
      await stop();
      const failure = await failureOf(createMongoStore({ url: `mongodb://me:s3cr%21et@127.0.0.1:${port}/x`, clock }));
      expect(failure).toMatchObject({ kind: 'terminal', code: 'store-unreachable' });
      const message = failure instanceof Error ? failure.message : '';
      expect(message).toStartWith(`MONGODB_URL (127.0.0.1:${port}) cannot be used as the store: `);
      expect(message).toContain('ECONNREFUSED');
      for (const secret of ['\n', 's3cr', 'me:']) expect(message).not.toContain(secret);
    },
    FAULT_TEST_MS,
  );
});

requires('mongodb')('the start on a MongoDB server', () => {
  beforeAll(async () => {
    await (await mongoServer()).stop();
  }, 180_000);

  test('an invalid address is refused without showing its credentials', async () => {
    for (const url of [
      'mongodb://me:s3cret@',
      'mongo://me:s3cret@host/x',
      'mongodb://me:s3cret/x@host/db',
      'mongodb://me:s3cret@host/?no=1',
    ]) {
      const failure = await failureOf(createMongoStore({ url, clock }));
      expect([url, failure]).toMatchObject([url, { kind: 'terminal', code: 'store-url-invalid' }]);
      expect(Bun.inspect(failure)).not.toContain('s3cret');
    }
  });

  test('an index of the same fields with other options is refused by name, for actors at the start and for a collection on use', async () => {
    const { url, stop } = await mongoServer();
    await using client = new MongoClient(url);
    await client.db().collection('records.fills').createIndex({ 'index.txHash': 1 }, { name: 'mine' });
    const store = await createMongoStore({ url, clock });
    const failure = await failureOf(store.records.collection(fills).get('a'));
    await store.close();
    expect(failure).toMatchObject({ code: 'store-index-differs', message: expect.stringContaining('mine') });

    await client.db().dropDatabase();
    await client.db().collection('history').createIndex({ at: 1 }, { name: 'theirs', unique: true });
    const refused = await failureOf(createMongoStore({ url, clock }));
    expect(refused).toMatchObject({ kind: 'terminal', code: 'store-index-differs', message: expect.stringContaining('theirs') });
    await stop();
  });

  test('a new unique key that existing documents violate is refused, and may be declared once they are fixed', async () => {
    const { url, stop } = await mongoServer();
    const store = await createMongoStore({ url, clock });
    const before = store.records.collection<JsonObject>({ name: 'fills' });
    await before.insertMany(['a', 'b'].map((id) => ({ id, value: { txHash: '0x1' } })));
    const after = store.records.collection<JsonObject>(fills);
    expect(await failureOf(after.get('a'))).toMatchObject({ code: 'unique-key-taken' });
    await before.remove('b');
    expect(await after.findOne({ txHash: '0x1' })).toMatchObject({ _id: 'a' });
    await store.close();
    await stop();
  });

  test('several nodes open one new database at once, and a unique key holds among them', async () => {
    const { url, stop } = await mongoServer();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => createMongoStore({ url, clock })));
    const collections = nodes.map(({ records }) => records.collection<JsonObject>(fills));
    for (let round = 0; round < 10; round++) {
      const tries = collections.map((collection, n) => collection.insert(`${round}-${n}`, { txHash: `0x${round}`, wallet: `w${n}` }));
      const results = await Promise.all(tries);
      expect(results.filter(({ inserted }) => inserted)).toHaveLength(1);
      const holders = results.map((result) => (result.inserted ? null : result.exists._id)).filter((id) => id !== null);
      expect(new Set(holders).size).toBe(1);
    }
    expect(await Promise.all(collections.map((collection) => collection.count({})))).toEqual([10, 10, 10, 10]);
    await Promise.all(nodes.map((node) => node.close()));
    await stop();
  });
});

function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => ({ succeededWith: value }),
    (error: unknown) => error,
  );
}

async function servesAgain({ records }: MongoStore): Promise<void> {
  const collection = records.collection<JsonObject>({ name: 'alive' });
  await waitFor(async () => await collection.put('a', {}).then(() => true), {
    what: 'the server to serve again',
    timeoutMs: 30_000,
    everyMs: 100,
  });
}
