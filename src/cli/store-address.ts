import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { storeUrlOf } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { UsageError } from './usage-error.ts';

const SQLITE = 'sqlite:';

/** Resolves the URL of a store; a relative file name is relative to the user's working directory. */
export function storeAddress(url: string, folder: string): string {
  return url.startsWith(SQLITE) ? SQLITE + resolve(folder, url.slice(SQLITE.length)) : url;
}

/**
 * Returns the file name of a SQLite store if the file does not exist, and null otherwise. The check is needed because opening a store
 * creates a missing file, so that a store with a mistyped name would look empty.
 */
function missingFile(address: string): string | null {
  const path = address.startsWith(SQLITE) ? address.slice(SQLITE.length) : null;
  return path === null || existsSync(path) ? null : path;
}

/** Returns the URL of the store: from the option `--store`, or else from the settings. */
export function chosenStore(option: string | undefined, settings: Config, folder: string): string {
  return option === undefined ? storeUrlOf(settings) : storeAddress(option, folder);
}

/** Checks that a SQLite store exists. @param hint what a user can do @throws TerminalError `no-store` */
export function requireStore(address: string, hint?: string): void {
  const path = missingFile(address);
  if (path === null) return;
  const message = `There is no store at ${path}.`;
  throw new TerminalError({ code: 'no-store', message: hint === undefined ? message : `${message} ${hint}` });
}

/** Checks the two store URLs of a migration. @throws UsageError when the source does not exist, or when source and target are the same */
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
