import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** File mode that lets only the owner read and write the file. */
const FILE_MODE = 0o600;

/** Replaces a file atomically: after a crash at any moment the file has its old or its new content. The content is flushed to disk. */
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

/** Flushes a folder to disk, so that a file's rename in it survives a crash. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
