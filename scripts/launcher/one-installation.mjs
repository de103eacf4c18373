// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOK_EVERY_MS = 500;

/**
 * Runs an installation while no other command of the same clone runs one. `npm ci` begins by removing node_modules, so two of them at once
 * would remove each other's packages. The lock of a command that was killed does not count.
 *
 * @template T
 * @param {string} root the project's folder
 * @param {() => Promise<T>} install looks itself whether anything is still missing
 * @returns {Promise<T>}
 */
export async function oneInstallation(root, install) {
  const folder = join(root, 'tmp');
  const lock = join(folder, 'installation.pid');
  mkdirSync(folder, { recursive: true });
  for (let hasSaidIt = false; !tryLock(lock); hasSaidIt = true) {
    if (!hasSaidIt)
      console.error('coxswain: another command is installing packages in this folder; this one waits for it. Ctrl-C stops the wait.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const unlock = () => rmSync(lock, { force: true });
  process.once('exit', unlock);
  try {
    return await install();
  } finally {
    process.off('exit', unlock);
    unlock();
  }
}

/** @param {string} lock @returns {boolean} whether the lock belongs to this process now */
function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  }
  if (isHeld(lock)) return false;
  rmSync(lock, { force: true });
  return tryLock(lock);
}

/** @param {string} lock */
function isHeld(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // An empty file is one that its process is about to write.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
