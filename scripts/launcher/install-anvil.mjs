// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { missingPackage } from './missing-package.mjs';

/**
 * Installs Anvil, the program of the local devnet. It is 42 MB large and only a devnet needs it, so it is no package of the service: an
 * installation for development has it in node_modules, and others get it in scripts/anvil when they need it.
 *
 * @param {string} root the project's folder
 * @param {{isQuiet?: boolean}} [options] isQuiet: nothing is said about the progress, because another installation runs at the same time
 * @returns {Promise<{ok: true} | {problem: string} | {signal: NodeJS.Signals, exitCode: number}>}
 */
export async function installAnvil(root, { isQuiet = false } = {}) {
  return await installPackages({
    folder: join(root, 'scripts/anvil'),
    what: 'Anvil for the local chain',
    packages: ['node_modules/@foundry-rs/anvil'],
    withDevelopment: false,
    isQuiet,
  });
}

/** @param {string} root the project's folder */
export function hasAnvil(root) {
  const isForDevelopment = existsSync(join(root, 'node_modules/@foundry-rs/anvil/package.json'));
  return isForDevelopment || missingPackage(join(root, 'scripts/anvil'), { withDevelopment: false }) === null;
}
