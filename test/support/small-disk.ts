import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

export type SmallDisk = Disposable & {
  readonly path: string;
  /** Fills the mounted file system completely. */
  fill(): void;
  /** Deletes the file with which `fill` has filled the disk, so that there is free space again. */
  free(): void;
};

const FILL = 'fill';

/** Whether this process may mount a file system: Linux, as root. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  using folder = tempFolder();
  if (mount(folder.path, 1) !== 0) return false;
  spawnSync('umount', [folder.path]);
  return true;
}

/** Mounts a file system of a few megabytes in memory, so that a test can fill a disk. `using disk = smallDisk({ mb: 8 });` */
export function smallDisk({ mb }: { readonly mb: number }): SmallDisk {
  const folder = tempFolder();
  if (mount(folder.path, mb) !== 0) throw new Error(`nothing could be mounted at ${folder.path}`);
  const filler = join(folder.path, FILL);
  return {
    path: folder.path,
    fill() {
      // `dd` writes until the disk is full and then fails with "no space left", as intended.
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096']);
      if (canWrite(join(folder.path, 'one-more'))) throw new Error('the disk is not full');
    },
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      spawnSync('umount', ['-l', folder.path]);
      folder[Symbol.dispose]();
    },
  };
}

function mount(path: string, mb: number): number | null {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'coxswain-test', path]).status;
}

function canWrite(path: string): boolean {
  try {
    writeFileSync(path, 'x'.repeat(8_192));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(path, { force: true });
  }
}
