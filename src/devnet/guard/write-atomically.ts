import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Nobody else has to know what is on the chain, and in whose name. */
const FILE_MODE = 0o600;

/** Replaces a file in one step: after a crash at any moment it has its old content or the new one, on the disk and not only in its cache. */
export function writeAtomically(path: string, content: Uint8Array | string): void {
  const temporary = `${path}.new`;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = openSync(temporary, 'w', FILE_MODE);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** Makes the rename itself durable. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
