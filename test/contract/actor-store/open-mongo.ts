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
  /** The same data once more, over `through` if given: a database that fails on purpose. */
  readonly again: (through?: Db) => ActorStore;
};

/** On a busy machine the largest batch takes longer than the service waits for one. */
const call = createMongoCall({ host: 'the test server', deadlineMs: 110_000 });

/** Before the first test: the server may have to be built. */
export async function startMongo(): Promise<void> {
  await (await mongoServer()).stop();
}

/** For a process beside the one that made the database; ends with its client. */
export function openMongoStore(url: string) {
  const client = new MongoClient(url, { monitorCommands: true });
  const db = client.db(undefined, DURABLE);
  const over = (through: Db, close: () => Promise<void>) => createMongoActorStore({ db: through, builder: { db, call }, call, close });
  // The first one's connection carries the others: closing them ends nothing.
  const again = (through = db) => over(through, async () => {});
  return { client, db, again, store: over(db, () => client.close()) };
}

/** An actor store in a database of its own. */
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
