import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** File modes that give access only to the service's user, because the data shows who trades what, and contains the operator token. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

/** Names of files that the service creates in a data folder. */
const OURS = /^(?:coxswain\.db(?:-wal|-shm|-journal)?|(?:operator-token|jwt-secret|jwt-admin-secret|channel-secret)(?:\..*)?|devnet)$/;

export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Restricts the access to the database file to the service's user. SQLite creates its log files with the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/**
 * Removes the access of other users to the service's files and folders in a data folder. Older versions of the service, or copying the
 * files, may have granted this access. The access to the data folder itself is restricted only if it contains no other files.
 * @returns a line for each item that could not or must not be changed
 */
export function narrowDataFolder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const wide: string[] = [];
  const narrow = (path: string, mode: number): void => {
    if ((mode & OTHERS) === 0) return;
    try {
      chmodSync(path, mode & 0o700);
    } catch (error) {
      wide.push(
        `${path} can be read by other users, and its mode could not be changed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  const narrowAll = (path: string): void => {
    // A log file of the database may disappear while this loop runs, which is not an error. A symbolic link is skipped, because its target
    // may be a file of another user.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink()) return;
    narrow(path, found.mode);
    if (found.isDirectory()) for (const name of readdirSync(path)) narrowAll(join(path, name));
  };

  const names = readdirSync(folder);
  for (const name of names.filter((each) => OURS.test(each))) narrowAll(join(folder, name));
  const { mode } = statSync(folder);
  const foreign = names.find((each) => !OURS.test(each));
  if (foreign === undefined) narrow(folder, mode);
  else if ((mode & OTHERS) !== 0) {
    wide.push(
      `${folder} can be read by other users. It contains files of other programs (${foreign}), so its mode was not changed. Run chmod 700 on it.`,
    );
  }
  return wide;
}
