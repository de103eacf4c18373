import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { ConfigError } from './config-error.ts';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Names of the files with secrets that a node creates in its data folder. Only the user that runs the service can read them. */
export type SecretFile = 'operator-token' | 'jwt-secret' | 'jwt-admin-secret' | 'channel-secret';

/**
 * Reads a secret from the data folder, and creates it if it is missing: 32 random bytes as base64url. @throws the errors of `readSecret`
 */
export function readOrMakeSecret(dataDir: string, name: SecretFile): string {
  return readSecret(dataDir, name) ?? makeSecret(dataDir, name);
}

/**
 * Reads a secret that a node created in its data folder; undefined when the folder does not contain this secret. @throws ConfigError when
 * the secret's file contains anything but a secret, or cannot be read
 */
export function readSecret(dataDir: string, name: SecretFile): string | undefined {
  const path = join(dataDir, name);
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (SECRET.test(secret)) return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw new ConfigError([`${path}: cannot be read; accepted: a file that the user of this process may read`]);
  }
  throw new ConfigError([
    `${path}: does not contain a valid token; accepted: the unchanged file that the service wrote, or no file (then a new one is created)`,
  ]);
}

/**
 * Writes the secret to a file with another name and then links that file to the final name. So no process can read an incomplete secret,
 * and when two processes create a secret at the same time, both use the secret that was created first.
 */
function makeSecret(dataDir: string, name: SecretFile): string {
  const path = join(dataDir, name);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    try {
      chmodSync(draft, 0o600);
      linkSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST' && existsSync(path);
    if (!isThere) {
      const message = `The data folder ${dataDir} is not writable. Set DATA_DIR to a writable folder.`;
      throw new TerminalError({ code: 'data-folder-unwritable', message, cause: error });
    }
  }
  const secret = readSecret(dataDir, name);
  if (secret === undefined)
    throw new ConfigError([`${path}: was removed while the service started; accepted: a data folder that no other program changes`]);
  return secret;
}
