import { MongoClient } from 'mongodb';
import { type MongoProcess, startServer } from './mongo-server/start-server.ts';

export type MongoServerOptions = {
  /**
   * Whether to start a server process for this test alone, which the test can freeze or stop. Otherwise all tests of this process share one
   * server.
   */
  own?: boolean;
  /** For a server with `own`: its port (default: a free one) and its data file (default: data in memory). */
  port?: number;
  file?: string;
};

export type MongoServer = {
  /** URL of a database that no other test uses. */
  readonly url: string;
  /** Id of the server process; null when the server is the one in MONGODB_URL. */
  readonly pid: number | null;
  /** Drops the database; with `own`, also ends the server process. */
  stop(): Promise<void>;
};

let shared: Promise<MongoProcess> | null = null;
let databases = 0;

/**
 * Creates an empty database on the server in `MONGODB_URL`, or else on a small Java server, which Maven downloads the first time.
 * `requires('mongodb')` checks whether one of them is available; the first `beforeAll` should allow two minutes. With `own`, it is always
 * the Java server.
 */
export async function mongoServer(options: MongoServerOptions = {}): Promise<MongoServer> {
  const name = `coxswain-test-${process.pid}-${Date.now().toString(36)}-${++databases}`;
  const given = process.env.MONGODB_URL;
  if (given && !options.own) {
    const url = new URL(given);
    url.pathname = `/${name}`;
    return { url: url.href, pid: null, stop: () => dropDatabase(url.href) };
  }
  if (options.own) {
    const server = await startServer(options);
    return { url: await prepared(server.port, name), pid: server.pid, stop: server.stop };
  }
  shared ??= startServer();
  const { port, pid } = await shared;
  const url = await prepared(port, name);
  return { url, pid, stop: () => dropDatabase(url) };
}

/**
 * Creates an additional index for the Java server, which uses an index only if it is unique and has exactly the fields of the filter.
 * Without this index, every compare-and-set on an actor would scan the collection. A real MongoDB server does not need the index, so the
 * product does not create it.
 */
async function prepared(port: number, name: string): Promise<string> {
  const url = `mongodb://127.0.0.1:${port}/${name}?directConnection=true`;
  await using client = new MongoClient(url);
  await client.db().collection('actors').createIndex({ _id: 1, revision: 1 }, { unique: true });
  return url;
}

async function dropDatabase(url: string): Promise<void> {
  await using client = new MongoClient(url);
  await client.db().dropDatabase();
}
