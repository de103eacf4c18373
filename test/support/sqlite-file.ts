import { Database } from 'bun:sqlite';

/**
 * Opens a file of a store with a connection of its own, to look into it or to damage it. It waits for locks: when a store is closed, the
 * last of its statements may end a moment later, and SQLite locks the file while it empties the log.
 */
export function sqliteFile(path: string): Database {
  const db = new Database(path);
  db.run('PRAGMA busy_timeout = 5000');
  return db;
}
