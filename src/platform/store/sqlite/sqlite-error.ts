import { SQLiteError } from 'bun:sqlite';
import type { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { type StoreTrouble, sayOfStore, storeRefusal } from '../../../values/store-refusal.ts';

/** An error of SQLite, as plain data that can be sent from the writer's thread. */
export type SqliteFailure = { readonly code: string; readonly message: string };

export function failureOf(error: unknown): SqliteFailure {
  if (error instanceof SQLiteError) return { code: error.code ?? 'SQLITE_ERROR', message: error.message };
  if (error instanceof Error && 'code' in error && error.code === FILE_MOVED) return { code: FILE_MOVED, message: error.message };
  return { code: 'STORE_FAILED', message: error instanceof Error ? error.message : String(error) };
}

/**
 * Converts SQLite's errors to errors of this program; no other code converts them. Errors that a retry or an operator can resolve are
 * retryable, since the request itself is valid. Clients see the message; the file's path is only in the cause, which is logged.
 */
export function errorFromSqlite(
  failure: SqliteFailure,
  path: string,
  cause: unknown = new Error(`${failure.code} of ${path}: ${failure.message}`),
): CoxswainError {
  const { code, message } = failure;
  if (code === 'STORE_FAILED')
    return new TerminalError({ code: 'store-failed', message: 'The store failed to carry out an operation.', status: 500, cause });
  const word = wordOf(code);
  const reason = word === 'failing' ? message : sayOfStore(word);
  return storeRefusal(word, `The store refused the write: ${reason} (${code}).`, cause);
}

/**
 * Whether opening the file again may help after this error. For example, a connection that was opened while the file was read-only stays
 * read-only.
 */
export function isCuredByReopening(code: string): boolean {
  return !['failing', 'locked', 'disk-full'].includes(wordOf(code)) && code !== 'STORE_FAILED';
}

export function isHeldByOther(code: string): boolean {
  return wordOf(code) === 'locked';
}

/** An error code that the writer itself creates. It means that the database file no longer exists under the name by which it was opened. */
export const FILE_MOVED = 'FILE_MOVED';

function wordOf(code: string): StoreTrouble {
  return WORDS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'failing';
}

const WORDS: readonly (readonly [string, StoreTrouble])[] = [
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_PROTOCOL', 'locked'],
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_READONLY_DBMOVED', 'moved'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CANTOPEN', 'away'],
  ['SQLITE_IOERR', 'disk-failing'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_PERM', 'denied'],
  ['SQLITE_AUTH', 'denied'],
  [FILE_MOVED, 'moved'],
];
