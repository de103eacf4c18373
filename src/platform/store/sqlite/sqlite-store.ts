import type { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ActorStore } from '../../../runtime/actor-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { RecordStore } from '../record-store.ts';
import { openForReading, openForWriting } from './open-database.ts';
import { prepareSchema } from './schema.ts';
import { createSqliteActorStore } from './sqlite-actor-store.ts';
import { errorFromSqlite, failureOf } from './sqlite-error.ts';
import { createSqliteRecordStore } from './sqlite-record-store.ts';
import { closed, createWriterClient } from './writer-client.ts';

export type SqliteStoreOptions = {
  /** The database file; its folder is created. SQLite keeps two more files beside it (`-wal`, `-shm`): never copy one without them. */
  readonly path: string;
  readonly clock: Clock;
  /** How long a write waits for another process that writes, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
};

export type SqliteStore = {
  readonly actors: ActorStore;
  readonly records: RecordStore;
  /** Finishes what was called, writes the log into the file, and closes it. */
  readonly close: () => Promise<void>;
};

/**
 * The embedded store: one SQLite file with log ahead and `synchronous=FULL`, so that what was answered survives kill -9 and loss of
 * power. This process writes to it from one thread; other processes may use the same file.
 *
 * @throws TerminalError `store-unwritable`, `store-not-a-database`, `store-not-ours`, `store-too-new`, `store-corrupt`; RetryableError
 * `store-unavailable` while another process holds it
 */
export function createSqliteStore({ path, clock, busyTimeoutMs = 5_000 }: SqliteStoreOptions): SqliteStore {
  const options = { path, busyTimeoutMs };
  const db = prepared(options);
  const writer = createWriterClient(options);
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  let isClosed = false;

  async function reading<T>(read: (db: Database) => T): Promise<T> {
    if (isClosed) throw closed(path);
    try {
      begin.run();
      try {
        return read(db);
      } finally {
        end.run();
      }
    } catch (error) {
      throw error instanceof CoxswainError ? error : errorFromSqlite(failureOf(error), path, error);
    }
  }
  async function close(): Promise<void> {
    await writer.close();
    if (isClosed) return;
    isClosed = true;
    db.close();
  }

  return {
    actors: createSqliteActorStore({ writer, reading, db, close }),
    records: createSqliteRecordStore({ writer, reading, clock }),
    close,
  };
}

function prepared(options: { path: string; busyTimeoutMs: number }): Database {
  const { path } = options;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const writing = openForWriting(options);
    try {
      prepareSchema(writing, path);
    } finally {
      writing.close();
    }
    return openForReading(options);
  } catch (error) {
    throw error instanceof CoxswainError ? error : openError(error, path);
  }
}

function openError(error: unknown, path: string): CoxswainError {
  const failure = failureOf(error);
  if (failure.code.startsWith('SQLITE_NOTADB')) {
    return new TerminalError({ code: 'store-not-a-database', message: `${path} is there, but is not a database.`, cause: error });
  }
  const isUnwritable = ['STORE_FAILED', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_PERM'].some((code) =>
    failure.code.startsWith(code),
  );
  if (!isUnwritable) return errorFromSqlite(failure, path, error);
  return new TerminalError({
    code: 'store-unwritable',
    message: `The store at ${path} cannot be written (${failure.message}). Check the folder and its permissions.`,
    cause: error,
  });
}
