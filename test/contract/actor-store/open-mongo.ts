import { type Db, MongoClient } from 'mongodb';
import { actorIndexes } from '../../../src/platform/store/mongo/actor-collections.ts';
import { ensureIndexes } from '../../../src/platform/store/mongo/ensure-indexes.ts';
import { createMongoActorStore } from '../../../src/platform/store/mongo/mongo-actor-store.ts';
import { createMongoCall } from '../../../src/platform/store/mongo/mongo-call.ts';
import type { ActorStore } from '../../../src/runtime/actor-store.ts';
import { mongoServer } from '../../support/mongo-server.ts';

export type MongoActors = AsyncDisposable & {
  readonly client: MongoClient;
  readonly db: Db;
  readonly store: ActorStore;
  /** The same data once more, over `through` if given: a database that fails on purpose. */
  readonly again: (through?: Db) => ActorStore;
};

const call = createMongoCall({ host: 'the test server' });

/** Before the first test: the server may have to be built. */
export async function startMongo(): Promise<void> {
  await (await mongoServer()).stop();
}

/** An actor store in a database of its own. */
export async function openMongoActors(): Promise<MongoActors> {
  const server = await mongoServer();
  const client = new MongoClient(server.url, { monitorCommands: true });
  const db = client.db();
  await ensureIndexes({ db, builder: db, call }, actorIndexes);
  const again = (through = db) => createMongoActorStore({ db: through, call, close: async () => {} });
  return {
    client,
    db,
    store: again(),
    again,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.stop();
    },
  };
}
