// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBun } from './find-bun.mjs';
import { installPackages } from './install-packages.mjs';
import { missingPackage, wantedPackages } from './missing-package.mjs';
import { oneInstallation } from './one-installation.mjs';

/**
 * Runs `npm ci` when node_modules does not hold what package-lock.json asks for. Besides Anvil (install-anvil.mjs), this is the only thing
 * that the launcher ever fetches.
 *
 * @param {{root: string, withDevelopment: boolean}} options
 * @returns {Promise<{ok: true} | {problem: string} | {signal: NodeJS.Signals, exitCode: number}>}
 */
export async function installMissing({ root, withDevelopment }) {
  if (whatIsMissing(root, withDevelopment) === null) return { ok: true };
  return await oneInstallation(root, () => install({ root, withDevelopment }));
}

/**
 * @param {{root: string, withDevelopment: boolean}} options
 * @returns {Promise<{ok: true} | {problem: string} | {signal: NodeJS.Signals, exitCode: number}>}
 */
async function install({ root, withDevelopment }) {
  // Another command may have installed the packages while this one waited.
  const reason = whatIsMissing(root, withDevelopment);
  if (reason === null) return { ok: true };

  const what = withDevelopment ? 'the packages for development' : 'the packages that the service needs';
  console.error(`coxswain: ${isFirstStart(root) ? 'this is the first start; it takes up to a minute longer than the next ones' : reason}.`);
  const installed = await installPackages({ folder: root, what, packages: wantedPackages(root, { withDevelopment }), withDevelopment });
  if (!('ok' in installed)) return installed;

  const stillMissing = whatIsMissing(root, withDevelopment);
  return stillMissing === null ? { ok: true } : { problem: `npm ci ended well, and still ${stillMissing}` };
}

/** @param {string} root the project's folder */
export function isFirstStart(root) {
  return !existsSync(join(root, 'node_modules/.package-lock.json'));
}

/** @param {string} root @param {boolean} withDevelopment @returns {string | null} */
function whatIsMissing(root, withDevelopment) {
  const name = missingPackage(root, { withDevelopment });
  if (name !== null) return `${name} is not installed as package-lock.json says`;
  return findBun(root) === null ? `there is no Bun binary for ${process.platform}-${process.arch}` : null;
}
