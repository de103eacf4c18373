// @ts-check
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const KB = 1_024;

/**
 * Size of what `npm ci --omit=dev` installs on this machine, by package, the largest first. It is read from node_modules, which may also
 * hold the packages for development: those do not count. A file counts with its length, as `du --apparent-size` does.
 *
 * @param {string} root the project's folder
 * @returns {{name: string, kilobytes: number}[]}
 */
export function installedSizes(root) {
  /** @type {Record<string, {dev?: boolean}>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && existsSync(join(root, path)))
    .map(([path]) => ({ name: path.replace(/^node_modules\//, ''), kilobytes: Math.round(bytesIn(join(root, path)) / KB) }))
    .sort((one, other) => other.kilobytes - one.kilobytes);
}

/** @param {string} folder @returns {number} the bytes of the files in a folder, without the packages that are nested in it */
function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => {
      const path = join(folder, entry.name);
      const own = lstatSync(path).size;
      return entry.isDirectory() ? own + bytesIn(path) : own;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}
