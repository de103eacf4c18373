import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TempFolder = Disposable & {
  readonly path: string;
  /** Returns the absolute path of a file in the folder. */
  file(name: string): string;
};

/** Creates an empty folder that is removed at the end of the enclosing block: `using folder = tempFolder();`. */
export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), 'coxswain-test-'));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
