import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DevnetError } from '../devnet-error.ts';

const platforms: Record<string, string> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
};

const root = join(import.meta.dir, '../../..');

/**
 * Folders whose `node_modules` may contain Anvil: the project's folder (when Anvil is installed for development), and the folder of the
 * launcher.
 */
const folders = [root, join(root, 'scripts/anvil')];

/**
 * Finds the path of the Anvil executable. The file in `.bin` is only a Node wrapper, and signals sent to the wrapper do not reach Anvil.
 * @throws DevnetError `devnet-start-failed` when there is no executable for this platform
 */
export function findAnvilBinary(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@foundry-rs/anvil-${platforms[platform] ?? platform}`;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const path = folders.map((folder) => join(folder, 'node_modules', name, 'bin', file)).find((each) => existsSync(each));
  if (path !== undefined) return path;
  throw new DevnetError(
    'devnet-start-failed',
    `Anvil for ${platform} is not installed (${name}). Run "npm run anvil", which installs it, or set RPC_<chainId>.`,
  );
}
