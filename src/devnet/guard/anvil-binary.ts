import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DevnetError } from '../devnet-error.ts';

const platforms: Record<string, string> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
};

/**
 * Finds the path of the Anvil executable. The file in `.bin` is only a Node wrapper, and signals sent to the wrapper do not reach Anvil.
 * @throws DevnetError `devnet-start-failed` when npm installed no executable for this platform
 */
export function findAnvilBinary(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@foundry-rs/anvil-${platforms[platform] ?? platform}`;
  const require = createRequire(import.meta.url);
  // The package with the platform's executable is in the same folder as the wrapper's package, wherever npm installed it.
  const scope = dirname(dirname(require.resolve('@foundry-rs/anvil/package.json')));
  const path = join(scope, name.slice('@foundry-rs/'.length), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  if (existsSync(path)) return path;
  throw new DevnetError(
    'devnet-start-failed',
    `Anvil for ${platform} is not installed (${name}). Run npm install again, or set RPC_<chainId>.`,
  );
}
