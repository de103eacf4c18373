import { stat, statfs } from 'node:fs/promises';
import type { Disk } from './disk.ts';

/** A database file of SQLite, with the log and its index beside it. */
const SUFFIXES = ['', '-wal', '-shm'];

/** The disk of a folder, and a SQLite file on it. */
export function createFileDisk({ folder, storePath }: { readonly folder: string; readonly storePath: string }): Disk {
  return {
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    async storeBytes() {
      const sizes = await Promise.all(SUFFIXES.map((suffix) => sizeOf(`${storePath}${suffix}`)));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
