import { statSync } from 'node:fs';
import { FILE_MOVED } from './sqlite-error.ts';

/**
 * Checks whether a database and its log are still the files that were opened. A process can keep writing to an open file after its name is
 * gone, and SQLite does not notice. Acknowledged writes would then be lost with the process.
 */
export type OpenedFiles = {
  /**
   * Checks whether the database and its log are still the opened files. Must be called within a transaction, when both files exist. Returns
   * the size of the log in bytes. @throws Error with the code `FILE_MOVED`
   */
  check(): number;
  areThere(): boolean;
};

export function openedFiles(path: string): OpenedFiles {
  const log = `${path}-wal`;
  const names = [path, log];
  const known = new Map<string, string>();
  let logBytes = 0;

  function missing(): string | null {
    for (const name of names) {
      const found = statSync(name, { throwIfNoEntry: false });
      const identity = found === undefined ? null : `${found.dev}:${found.ino}`;
      if (name === log) logBytes = found?.size ?? 0;
      const before = known.get(name);
      if (before === undefined && identity !== null) known.set(name, identity);
      else if (before !== identity) return name;
    }
    return null;
  }
  missing();

  return {
    check() {
      const name = missing();
      if (name === null) return logBytes;
      throw Object.assign(new Error(`${name} was moved or deleted while it was open`), { code: FILE_MOVED });
    },
    areThere: () => missing() === null,
  };
}
