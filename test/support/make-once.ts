import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitFor } from './wait-for.ts';

/**
 * Creates a folder that several processes share, unless it exists. One process creates it and the others wait. The folder is either
 * complete or absent, even if its creator is killed.
 *
 * @param make fills the folder at the given path
 */
export async function makeOnce(
  folder: string,
  make: (building: string) => Promise<void>,
  { what, timeoutMs }: { readonly what: string; readonly timeoutMs: number },
): Promise<void> {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const lock = `${folder}.lock`;
  await waitFor(() => existsSync(folder) || takeLock(lock), {
    what: `${what} (another process holds ${lock})`,
    timeoutMs,
    everyMs: 50,
  });
  if (existsSync(folder)) return;
  const building = mkdtempSync(join(parent, 'building-'));
  try {
    await make(building);
    renameSync(building, folder);
  } finally {
    rmSync(building, { recursive: true, force: true });
    rmSync(lock, { force: true });
  }
}

/** Takes the lock file. A lock whose process has ended counts as free. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  return existsSync('/proc') ? existsSync(`/proc/${pid}`) : true;
}
