import { beforeAll } from 'bun:test';
import { MongoClient } from 'mongodb';
import { createMongoStore } from '../../../src/platform/store/mongo/mongo-store.ts';
import { collectionNameOf } from '../../../src/platform/store/mongo/record-indexes.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { requires } from '../../support/requires.ts';
import { recordStoreContract } from './record-store-contract.ts';

/** Time limit in milliseconds for the first start of MongoDB on a machine, which includes the download of the server. */
const FIRST_START_MS = 180_000;

requires('mongodb')('with a MongoDB server', () => {
  beforeAll(async () => {
    const { stop } = await mongoServer();
    await stop();
  }, FIRST_START_MS);

  recordStoreContract('mongodb', async () => {
    let nowMs = 0;
    const wrong: string[] = [];
    const server = await mongoServer();
    const store = await createMongoStore({ url: server.url, clock: { now: () => nowMs }, onWrong: (collection) => wrong.push(collection) });
    return {
      store: store.records,
      wrong,
      async rewrite(collection, id, text) {
        const client = new MongoClient(server.url);
        await client
          .db()
          .collection<{ _id: string }>(collectionNameOf({ name: collection }))
          .updateOne({ _id: id }, { $set: { body: text } });
        await client.close();
      },
      setNow(to) {
        nowMs = to;
      },
      async [Symbol.asyncDispose]() {
        await store.close();
        await server.stop();
      },
    };
  });
});
