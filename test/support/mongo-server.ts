import { MongoClient } from 'mongodb';
import { type MongoProcess, startServer } from './mongo-server/start-server.ts';

export type MongoServerOptions = {
  /**
   * Starts a server process for this test alone, for tests that freeze or stop it. Otherwise all tests of this process share one server.
   */
  own?: boolean;
  /** Port (default: a free one) and data file (default: memory) of a server with `own`. */
  port?: number;
  file?: string;
};

export type MongoServer = {
  /** URL with an otherwise unused database name. */
  readonly url: string;
  /** Id of the server process; null for a server from the environment. */
  readonly pid: number | null;
  /** Drops the database; with `own`, also ends the process. */
  stop(): Promise<void>;
};

let shared: Promise<MongoProcess> | null = null;
let databases = 0;

/**
 * Creates an empty database on the server in `MONGODB_URL`, or else on a small Java server, which Maven downloads the first time.
 * `requires('mongodb')` checks whether one is available; a first `beforeAll` should allow two minutes. With `own`, it is always the Java
 * server.
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
 * Creates an index for the Java server, which uses an index only if it is unique and has exactly the fields of the filter. Without this
 * index, every compare-and-set on an actor would scan. A real server does not need it, so the product does not create it.
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
