import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

export type SmallDisk = Disposable & {
  readonly path: string;
  /** Leaves no room. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
};

const FILL = 'fill';

/** Whether this process may mount a file system of its own: Linux, as root. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  using folder = tempFolder();
  if (mount(folder.path, 1) !== 0) return false;
  spawnSync('umount', [folder.path]);
  return true;
}

/** A file system of a few megabytes in memory, to be full. `using disk = smallDisk({ mb: 8 });` */
export function smallDisk({ mb }: { readonly mb: number }): SmallDisk {
  const folder = tempFolder();
  if (mount(folder.path, mb) !== 0) throw new Error(`nothing could be mounted at ${folder.path}`);
  const filler = join(folder.path, FILL);
  return {
    path: folder.path,
    fill() {
      // Ends with an error, when there is no room: that is what it is for.
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
