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
  for (const path of pathsIn(wanted, { withDevelopment })) {
    const locked = wanted[path] ?? {};
    const found = present[path];
    if (found === undefined || found.version !== locked.version || found.integrity !== locked.integrity || !existsSync(join(root, path))) {
      return path.replace(/^.*node_modules\//, '');
    }
  }
  return null;
}

/**
 * Paths of the packages that package-lock.json asks for, relative to the project's folder, without the optional ones.
 *
 * @param {string} root the project's folder
 * @param {{withDevelopment: boolean}} options
 * @returns {string[]}
 */
export function wantedPackages(root, { withDevelopment }) {
  return pathsIn(readLock(join(root, 'package-lock.json')), { withDevelopment });
}

/** @param {Record<string, Locked>} wanted @param {{withDevelopment: boolean}} options @returns {string[]} */
function pathsIn(wanted, { withDevelopment }) {
  return Object.entries(wanted).flatMap(([path, locked]) => {
    if (path === '' || locked.optional || locked.devOptional || locked.link) return [];
    return locked.dev && !withDevelopment ? [] : [path];
  });
}

/** @param {string} path @returns {Record<string, Locked>} */
function readLock(path) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  return lock.packages ?? {};
}
