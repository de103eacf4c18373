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
  /** `mongodb://` or `mongodb+srv://`; the database is its path, or `coxswain`. */
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
 * Bounds of the driver's steps. They free what a server that is away has held; the bound of a call as a whole is `MongoCall`'s. A reading
 * bound that is too short would make writes indeterminate that only waited for a majority.
 */
const TIMEOUTS: MongoClientOptions = {
  connectTimeoutMS: 3_000,
  serverSelectionTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 8_000,
};

/** An index over a large collection takes minutes. */
const BUILD_DEADLINE_MS = 3_600_000;

/**
 * What is acknowledged is in the journal of a majority, and only that is read, so that no fail-over takes it back. Said for the database,
 * so that no option of the address weakens it.
 */
export const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
} as const;

/**
 * Connects, and makes sure that the indexes of actors are there. A server that is lost later fails calls within ten seconds as RetryableError
 * `store-unavailable`, and serves again when it is back. Any number of nodes may share the database.
 *
 * @throws TerminalError with one line that names MONGODB_URL, the host and the reason
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

/** The second one is for building indexes, and connects only when one is built. */
function open(url: string, host: string): { main: MongoClient; builder: MongoClient } {
  try {
    const options = { ...TIMEOUTS, appName: 'coxswain' };
    return { main: new MongoClient(url, options), builder: new MongoClient(url, { ...options, socketTimeoutMS: 0, maxPoolSize: 1 }) };
  } catch (error) {
    // Without its cause: errors about an address carry the address.
    const message = `MONGODB_URL (${host}) is no address of a MongoDB server: ${reasonOf(error, url)}`;
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
