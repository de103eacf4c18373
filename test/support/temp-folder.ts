import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TempFolder = Disposable & {
  readonly path: string;
  /** Absolute path of something in it. */
  file(name: string): string;
};

/** A new empty folder that goes with the block: `using folder = tempFolder();`. */
export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), 'coxswain-test-'));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
