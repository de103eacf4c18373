// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

// `node_modules/bun/bin/bun.exe` is a stub of a few hundred bytes until Bun's install script has moved the binary there.
const SMALLEST_BINARY_BYTES = 1_000_000;

/**
 * The Bun binary that npm installed, or null. npm leaves it in one of two places: in the platform's own package when
 * install scripts are off (as here), or in `bun/bin` when Bun's install script was allowed to move it.
 *
 * @param {string} root the project's folder
 * @param {{platform: string, arch: string}} [machine]
 * @returns {string | null}
 */
export function findBun(root, machine = process) {
  const found = [...platformBinaries(root, machine), join(root, 'node_modules/bun/bin/bun.exe')].filter(isBinary);
  // Two binaries (glibc and musl) exist when node_modules was installed with --force; only one of them runs.
  const runs = found.length > 1 ? found.filter((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) : found;
  return runs[0] ?? null;
}

/** @param {string} root @param {{platform: string, arch: string}} machine @returns {string[]} */
function platformBinaries(root, { platform, arch }) {
  const folder = join(root, 'node_modules/@oven');
  if (!existsSync(folder)) return [];
  const system = platform === 'win32' ? 'windows' : platform;
  const prefix = `bun-${system}-${arch === 'arm64' ? 'aarch64' : arch}`;
  return readdirSync(folder)
    .filter((name) => name === prefix || name.startsWith(`${prefix}-`))
    .sort()
    .map((name) => join(folder, name, 'bin', platform === 'win32' ? 'bun.exe' : 'bun'));
}

/** @param {string} path */
function isBinary(path) {
  const file = statSync(path, { throwIfNoEntry: false });
  return file?.isFile() === true && file.size > SMALLEST_BINARY_BYTES;
}
