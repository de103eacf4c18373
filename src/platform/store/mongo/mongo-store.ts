import { MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import type { ActorStore } from '../../../runtime/record/actor-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { OnWrongDocument } from '../record-document.ts';
import type { RecordStore } from '../record-store.ts';
import { actorIndexes } from './actor-collections.ts';
import { ensureIndexes } from './ensure-indexes.ts';
import { createMongoActorStore } from './mongo-actor-store.ts';
import { createMongoCall } from './mongo-call.ts';
import { createMongoRecordStore } from './mongo-record-store.ts';
import { databaseOf, hostOf, withoutPassword } from './mongo-url.ts';

export type MongoStoreOptions = {
  /** URL of the server, `mongodb://` or `mongodb+srv://`. The path of the URL names the database, which is `coxswain` by default. */
  readonly url: string;
  readonly clock: Clock;
  readonly onWrong?: OnWrongDocument | undefined;
};

export type MongoStore = {
  readonly actors: ActorStore;
  readonly records: RecordStore;
  close(): Promise<void>;
};

/**
 * Time limits for the individual steps of the driver, which release the resources of an unavailable server. `MongoCall` limits a call as a
 * whole. The limit for reading must not be too short: otherwise a write that only waits for a majority of servers would be reported as a
 * write with unknown outcome.
 */
const TIMEOUTS: MongoClientOptions = {
  connectTimeoutMS: 3_000,
  serverSelectionTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 8_000,
};

/** Time limit of building an index in ms. Building an index of a large collection takes minutes. */
const BUILD_DEADLINE_MS = 3_600_000;

/**
 * A write is acknowledged when it is in the journal of a majority of servers, and only such writes are read. So no failover reverts a write
 * after it was acknowledged or read. These options are set for the database, so that no option in the URL can weaken them.
 */
export const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
} as const;

/**
 * Connects and creates the indexes of actors. When the server becomes unavailable later, calls fail within ten seconds with RetryableError
 * `store-unavailable`; when it is available again, it is used again. Any number of nodes may share the database.
 * @throws TerminalError with a one-line message that contains MONGODB_URL, the host and the reason
 */
export async function createMongoStore({ url, clock, onWrong }: MongoStoreOptions): Promise<MongoStore> {
  const host = hostOf(url);
  const call = createMongoCall({ host });
  const patientCall = createMongoCall({ host, deadlineMs: BUILD_DEADLINE_MS });
  const clients = open(url, host);
  const close = async () => {
    await Promise.all([clients.main.close(), clients.builder.close()]);
  };
  const database = databaseOf(url);
  const db = clients.main.db(database, DURABLE);
  const indexing = { db, call, builder: { db: clients.builder.db(database, DURABLE), call: patientCall } };
  try {
    await call(() => clients.main.connect());
    await call(() => db.command({ ping: 1 }));
    await ensureIndexes(indexing, actorIndexes);
  } catch (error) {
    await close();
    throw unusable(error, url, host);
  }
  return {
    actors: createMongoActorStore({ ...indexing, close }),
    records: createMongoRecordStore({ ...indexing, clock, onWrong }),
    close,
  };
}

/** Creates two clients of the database. The second one is for building indexes, and connects only when an index must be built. */
function open(url: string, host: string): { main: MongoClient; builder: MongoClient } {
  try {
    const options = { ...TIMEOUTS, appName: 'coxswain' };
    return { main: new MongoClient(url, options), builder: new MongoClient(url, { ...options, socketTimeoutMS: 0, maxPoolSize: 1 }) };
  } catch (error) {
    // The error has no `cause`, because the driver's errors about an invalid URL contain the URL, and it may contain a password.
    const message = `MONGODB_URL (${host}) is not a valid MongoDB URL: ${reasonOf(error, url)}`;
    throw new TerminalError({ code: 'store-url-invalid', message });
  }
}

function unusable(error: unknown, url: string, host: string): TerminalError {
  return new TerminalError({
    code: error instanceof CoxswainError && error.code !== 'store-unavailable' ? error.code : 'store-unreachable',
    message: `MONGODB_URL (${host}) cannot be used as the store: ${reasonOf(error, url)}`,
    cause: error,
  });
}

function reasonOf(error: unknown, url: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  return withoutPassword(reason, url).replace(/\s+/g, ' ');
}
