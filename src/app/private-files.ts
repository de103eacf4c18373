import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What nobody but the user that the service runs as may read: it holds who trades what, and the operator's token. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

/** What we put into a data folder. */
const OURS = /^(?:coxswain\.db(?:-wal|-shm|-journal)?|operator-token(?:\..*)?|devnet)$/;

export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/** SQLite gives the files of its log the mode that the database has. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/**
 * Takes from others what older versions, or a copy, let them read of a data folder: files and folders of ours, and the folder itself unless
 * something else is in it.
 * @returns what could not be, or was not for us to be narrowed, a line each
 */
export function narrowDataFolder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const wide: string[] = [];
  const narrow = (path: string, mode: number): void => {
    if ((mode & OTHERS) === 0) return;
    try {
      chmodSync(path, mode & 0o700);
    } catch (error) {
      wide.push(`${path} can be read by others, and its mode cannot be changed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const narrowAll = (path: string): void => {
    // Files of a log come and go, and a link leads to what is not ours.
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
    wide.push(`${folder} can be read by others. It holds what is not of this service (${foreign}), so its mode was left: chmod 700 it.`);
  }
  return wide;
}
