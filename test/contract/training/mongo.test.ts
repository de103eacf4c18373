import { beforeAll } from 'bun:test';
import { createMongoStore } from '../../../src/platform/store/mongo/mongo-store.ts';
import { wallClock } from '../../support/devnet.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { requires } from '../../support/requires.ts';
import { trainingContract } from './training-contract.ts';

/** Time limit in milliseconds for the first start of MongoDB on a machine, which includes the download of the server. */
const FIRST_START_MS = 180_000;

requires('mongodb')('MongoDB', () => {
  beforeAll(async () => await (await mongoServer()).stop(), FIRST_START_MS);

  trainingContract('MongoDB', async () => {
    const server = await mongoServer();
    const store = await createMongoStore({ url: server.url, clock: wallClock });
    return {
      store: store.records,
      async [Symbol.asyncDispose]() {
        await store.close();
        await server.stop();
      },
    };
  });
});
