import { MongoClient } from 'mongodb';
import { type MongoProcess, startServer } from './mongo-server/start-server.ts';

export type MongoServerOptions = {
  /** A server process of its own, for tests that freeze or stop it. Else all tests of this process share one. */
  own?: boolean;
  /** Of an own server: the port (default: a free one) and the file that keeps its data (default: memory). */
  port?: number;
  file?: string;
};

export type MongoServer = {
  /** With the name of a database that nobody else uses. */
  readonly url: string;
  /** Of the server process; null for one that the environment names. */
  readonly pid: number | null;
  /** Drops the database; ends the process if it is an own one. */
  stop(): Promise<void>;
};

let shared: Promise<MongoProcess> | null = null;
let databases = 0;

/**
 * A fresh database on the server that `MONGODB_URL` names, or else on a small server in Java, which Maven fetches the first time:
 * `requires('mongodb')` tells whether there is one, and a first `beforeAll` should have two minutes. A test that wants an own server gets the one in Java in any case.
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
 * That server uses an index only if it is unique and has exactly the fields of the filter; without this one every compare-and-set
 * on an actor would scan. On a real server it would be pure cost, so it is no index of the product's.
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
