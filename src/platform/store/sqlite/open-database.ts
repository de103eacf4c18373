import { Database } from 'bun:sqlite';
import { PAGES_TO_CHECKPOINT } from './log-limit.ts';

export type ConnectionOptions = {
  readonly path: string;
  /** How long to wait while another process writes, in milliseconds. */
  readonly busyTimeoutMs: number;
};

/** Size of SQLite's page cache. SQLite interprets a negative number as KiB, so this is 64 MiB. */
const CACHE = -65_536;
const LOCKED_PAUSE_MS = 10;

/** Opens a writing connection with a write-ahead log. Every commit is synced to the disk before it is acknowledged. */
export function openForWriting({ path, busyTimeoutMs }: ConnectionOptions): Database {
  const db = open(path, busyTimeoutMs);
  logAhead(db, busyTimeoutMs);
  db.run('PRAGMA synchronous = FULL');
  db.run(`PRAGMA wal_autocheckpoint = ${PAGES_TO_CHECKPOINT}`);
  return db;
}

export function logAhead(db: Database, busyTimeoutMs: number): void {
  retryWhileLocked(() => db.run('PRAGMA journal_mode = WAL'), busyTimeoutMs);
}

/**
 * Turns off the write-ahead log. SQLite does that only when there is no other connection to the file; if there is another connection, the
 * function returns false immediately. Writes without the log are as safe as writes with it.
 */
export function endLogIfAlone(db: Database, busyTimeoutMs: number): boolean {
  db.run('PRAGMA busy_timeout = 0');
  try {
    db.run('PRAGMA journal_mode = DELETE');
    return true;
  } catch (error) {
    if (!String(error).includes('locked')) throw error;
    return false;
  } finally {
    db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  }
}

/** Opens a read-only connection to a file that `openForWriting` has prepared. */
export function openForReading({ path, busyTimeoutMs }: ConnectionOptions): Database {
  const db = open(path, busyTimeoutMs);
  db.run('PRAGMA query_only = 1');
  return db;
}

function open(path: string, busyTimeoutMs: number): Database {
  const db = new Database(path, { readwrite: true, create: true, strict: true });
  db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  db.run(`PRAGMA cache_size = ${CACHE}`);
  return db;
}

/** Retries turning on the write-ahead log, since SQLite does not wait for this lock, whatever the busy timeout is. */
function retryWhileLocked(action: () => void, forMs: number): void {
  const endMs = performance.now() + forMs;
  for (;;) {
    try {
      action();
      return;
    } catch (error) {
      if (!String(error).includes('locked') || performance.now() > endMs) throw error;
      Bun.sleepSync(LOCKED_PAUSE_MS);
    }
  }
}
