import { stat, statfs } from 'node:fs/promises';
import type { Disk } from './disk.ts';

/** File name suffixes of an SQLite database: the database itself, its write-ahead log, and the log's index. */
const SUFFIXES = ['', '-wal', '-shm'];

/** Creates the `Disk` of a folder and of an SQLite file in it. */
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
