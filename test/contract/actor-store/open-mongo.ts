import { type Db, MongoClient } from 'mongodb';
import { actorIndexes } from '../../../src/platform/store/mongo/actor-collections.ts';
import { ensureIndexes } from '../../../src/platform/store/mongo/ensure-indexes.ts';
import { createMongoActorStore } from '../../../src/platform/store/mongo/mongo-actor-store.ts';
import { createMongoCall } from '../../../src/platform/store/mongo/mongo-call.ts';
import { DURABLE } from '../../../src/platform/store/mongo/mongo-store.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import type { OpenActorStore } from './open-actor-store.ts';

export type MongoActors = AsyncDisposable & {
  readonly url: string;
  readonly client: MongoClient;
  readonly db: Db;
  readonly store: ActorStore;
  readonly rewrite: OpenActorStore['rewrite'];
  /** Opens a second store on the same data. It can use a database object `through` whose calls fail on purpose. */
  readonly again: (through?: Db) => ActorStore;
};

/** The time limit of a call is longer than the service's, because the largest batch of these tests takes long on a busy machine. */
const call = createMongoCall({ host: 'the test server', deadlineMs: 110_000 });

/** Starts the MongoDB server once before the first test, because it may have to be built first, which takes long. */
export async function startMongo(): Promise<void> {
  await (await mongoServer()).stop();
}

/**
 * Opens an actor store on an existing database, also from a process other than the one that created it. Closing the store also closes its
 * client.
 */
export function openMongoStore(url: string) {
  const client = new MongoClient(url, { monitorCommands: true });
  const db = client.db(undefined, DURABLE);
  const over = (through: Db, close: () => Promise<void>) => createMongoActorStore({ db: through, builder: { db, call }, call, close });
  // Stores that are opened later use the connection of the first store, so closing them must not close that connection.
  const again = (through = db) => over(through, async () => {});
  return { client, db, again, store: over(db, () => client.close()) };
}

/** Opens an actor store in a new MongoDB database. */
export async function openMongoActors(): Promise<MongoActors> {
  const { url, stop } = await mongoServer();
  const opened = openMongoStore(url);
  await ensureIndexes({ db: opened.db, builder: { db: opened.db, call }, call }, actorIndexes);
  return {
    url,
    ...opened,
    async rewrite(id, change) {
      const actors = opened.db.collection<{ _id: string; body: string }>('actors');
      const head = await actors.findOne({ _id: id });
      await actors.updateOne({ _id: id }, { $set: { body: change(head?.body ?? '') } });
    },
    async [Symbol.asyncDispose]() {
      await opened.client.close();
      await stop();
    },
  };
}
