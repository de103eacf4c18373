import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

const SQLITE = 'sqlite:';

/** An address of a store as the user means it: files are relative to where the user stands. */
export function storeAddress(url: string, folder: string): string {
  return url.startsWith(SQLITE) ? SQLITE + resolve(folder, url.slice(SQLITE.length)) : url;
}

/** The file of a SQLite store that is not there, or null. Opening the store would create it: a mistyped name would look like an empty one. */
export function missingFile(address: string): string | null {
  const path = address.startsWith(SQLITE) ? address.slice(SQLITE.length) : null;
  return path === null || existsSync(path) ? null : path;
}

/**
 * @throws UsageError when the source is not there, or is the target
 */
export function checkAddresses(from: string, to: string): void {
  const path = missingFile(from);
  if (path !== null) throw new UsageError(`there is no store at ${path}`);
  if (real(from) === real(to)) throw new UsageError('--from and --to are the same store');
}

function real(url: string): string {
  if (!url.startsWith(SQLITE)) return url;
  const path = url.slice(SQLITE.length);
  return SQLITE + (existsSync(path) ? realpathSync(path) : path);
}
