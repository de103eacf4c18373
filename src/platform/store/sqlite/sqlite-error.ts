import { SQLiteError } from 'bun:sqlite';
import type { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';

/** What SQLite says, in a form that crosses from the writer's thread. */
export type SqliteFailure = { readonly code: string; readonly message: string };

export function failureOf(error: unknown): SqliteFailure {
  if (error instanceof SQLiteError) return { code: error.code ?? 'SQLITE_ERROR', message: error.message };
  return { code: 'STORE_FAILED', message: error instanceof Error ? error.message : String(error) };
}

/**
 * The one place where SQLite's errors become ours. What trying again may cure is retryable; a broken file is not. Clients see the message: where the
 * file lies is in the cause alone, which the log has.
 */
export function errorFromSqlite(
  failure: SqliteFailure,
  path: string,
  cause: unknown = new Error(`${failure.code} of ${path}: ${failure.message}`),
): CoxswainError {
  const { code, message } = failure;
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) {
    return new TerminalError({
      code: 'store-corrupt',
      message: `The store is damaged (${message}). Restore it from a backup.`,
      status: 500,
      cause,
    });
  }
  const reason = reasons.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (reason !== undefined || code.startsWith('SQLITE_')) {
    return new RetryableError({
      code: 'store-unavailable',
      message: `The store did not take this: ${reason ?? message} (${code}).`,
      retryAfterMs: 1_000,
      cause,
    });
  }
  return new TerminalError({ code: 'store-failed', message: 'The store failed.', status: 500, cause });
}

const reasons: readonly (readonly [string, string])[] = [
  ['SQLITE_BUSY', 'another process holds it'],
  ['SQLITE_LOCKED', 'another process holds it'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_READONLY', 'it may not be written'],
  ['SQLITE_CANTOPEN', 'it cannot be opened'],
  ['SQLITE_IOERR', 'reading or writing the disk failed'],
  ['WRITER_GONE', 'its writer thread ended; a new one starts with the next call'],
];
