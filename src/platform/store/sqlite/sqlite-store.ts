import type { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ActorStore } from '../../../runtime/record/actor-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { OnWrongDocument } from '../record-document.ts';
import type { RecordStore } from '../record-store.ts';
import { endLogIfAlone, logAhead, openForReading, openForWriting } from './open-database.ts';
import { isOlder, prepareSchema } from './schema.ts';
import { createSqliteActorStore } from './sqlite-actor-store.ts';
import { errorFromSqlite, failureOf } from './sqlite-error.ts';
import { createSqliteRecordStore } from './sqlite-record-store.ts';
import { closed, createWriterClient } from './writer-client.ts';

/** Milliseconds between two attempts to upgrade an older file, while other processes still have it open. */
const ALONE_PAUSE_MS = 20;

export type SqliteStoreOptions = {
  /**
   * Path of the database file; its folder is created. SQLite keeps two more files next to it (`-wal`, `-shm`), without which it must never
   * be copied.
   */
  readonly path: string;
  readonly clock: Clock;
  readonly onWrong?: OnWrongDocument | undefined;
  /** How long a write waits for another process that writes, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
};

export type SqliteStore = {
  readonly actors: ActorStore;
  readonly records: RecordStore;
  /** Finishes running calls, copies the write-ahead log into the database file, and closes the file. */
  readonly close: () => Promise<void>;
};

/**
 * Creates the embedded store: one SQLite file with a write-ahead log and `synchronous=FULL`, so that acknowledged writes survive kill -9
 * and loss of power. This process writes to the file from a single thread. Other processes may use the same file at the same time.
 * @throws TerminalError `store-unwritable`, `store-not-a-database`, `store-not-ours`, `store-too-new`, `store-in-use`; RetryableError
 * `store-corrupt`, or `store-unavailable` while another process has locked the file
 */
export function createSqliteStore({ path, clock, busyTimeoutMs = 5_000, onWrong }: SqliteStoreOptions): SqliteStore {
  const options = { path, busyTimeoutMs };
  const db = prepared(options);
  const writer = createWriterClient(options);
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  let isClosed = false;

  async function reading<T>(read: (db: Database) => T): Promise<T> {
    if (isClosed) throw closed();
    try {
      begin.run();
      try {
        return read(db);
      } finally {
        // A failed read may already have ended the transaction. Ending it a second time would throw an error that hides the error of the
        // read.
        if (db.inTransaction) end.run();
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
    records: createSqliteRecordStore({ writer, reading, clock, onWrong }),
    close,
  };
}

function prepared(options: { path: string; busyTimeoutMs: number }): Database {
  const { path } = options;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const endMs = performance.now() + options.busyTimeoutMs;
    while (!prepareOnce(options)) {
      if (performance.now() > endMs) throw inUse(path);
      // The length of the pause is random, so that two processes that wait for each other do not always try at the same time.
      Bun.sleepSync(ALONE_PAUSE_MS * (1 + Math.random()));
    }
    return openForReading(options);
  } catch (error) {
    throw error instanceof CoxswainError ? error : openError(error, path);
  }
}

/**
 * Prepares the file for use. Returns false when the file must be upgraded and another process has it open. That process may be of an older
 * version, which would not write to the new tables.
 */
function prepareOnce(options: { readonly path: string; readonly busyTimeoutMs: number }): boolean {
  const writing = openForWriting(options);
  try {
    if (!isOlder(writing)) {
      prepareSchema(writing, options.path);
      return true;
    }
    if (!endLogIfAlone(writing, options.busyTimeoutMs)) return false;
    try {
      prepareSchema(writing, options.path);
    } finally {
      logAhead(writing, options.busyTimeoutMs);
    }
    return true;
  } finally {
    writing.close();
  }
}

function inUse(path: string): TerminalError {
  const message =
    `${path} was written by an earlier version of this program, and another process has it open. Stop that process first: a ` +
    'service, or a shell of SQLite.';
  return new TerminalError({ code: 'store-in-use', message });
}

function openError(error: unknown, path: string): CoxswainError {
  const failure = failureOf(error);
  if (failure.code.startsWith('SQLITE_NOTADB')) {
    return new TerminalError({ code: 'store-not-a-database', message: `${path} exists but is not a database.`, cause: error });
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
