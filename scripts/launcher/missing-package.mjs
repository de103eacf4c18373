// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean}} Locked */

/**
 * Name of a package that package-lock.json asks for and node_modules does not have in that version, or null when all are
 * there. It trusts `node_modules/.package-lock.json`, which npm writes last: an interrupted installation has none.
 * Optional packages are left out, because npm installs only those of this platform.
 *
 * @param {string} root the project's folder
 * @param {{withDevelopment: boolean}} options
 * @returns {string | null}
 */
export function missingPackage(root, { withDevelopment }) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const record = join(root, 'node_modules/.package-lock.json');
  const present = existsSync(record) ? readLock(record) : {};
  for (const [path, locked] of Object.entries(wanted)) {
    if (path === '' || locked.optional || locked.devOptional || locked.link) continue;
    if (locked.dev && !withDevelopment) continue;
    const found = present[path];
    if (found === undefined || found.version !== locked.version || found.integrity !== locked.integrity || !existsSync(join(root, path))) {
      return path.replace(/^.*node_modules\//, '');
    }
  }
  return null;
}

/** @param {string} path @returns {Record<string, Locked>} */
function readLock(path) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  return lock.packages ?? {};
}
