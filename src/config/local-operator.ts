import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { ConfigError } from './config-error.ts';
import type { ProcessSettings } from './process-settings.ts';

/** Who acts with the token of the data folder: whoever can read that folder. */
const LOCAL_OPERATOR = 'local';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The settings with at least one operator: without OPERATOR_TOKEN, one whose token is in `DATA_DIR/operator-token`, made when missing. */
export function withLocalOperator<T extends Pick<ProcessSettings, 'operators' | 'readers' | 'dataDir'>>(config: T): T {
  if (config.operators.length > 0) return config;
  const token = readLocalToken(config.dataDir) ?? makeToken(config.dataDir);
  const isTaken = config.readers.some(({ name }) => name === LOCAL_OPERATOR);
  return { ...config, operators: [{ name: isTaken ? `${LOCAL_OPERATOR}-operator` : LOCAL_OPERATOR, token }] };
}

/** The token that a node made in this data folder. @throws ConfigError when the file holds something else or cannot be read */
export function readLocalToken(dataDir: string): string | undefined {
  const path = pathIn(dataDir);
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (TOKEN.test(token)) return token;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw new ConfigError([`${path}: cannot be read; accepted: a file that the user of this process may read`]);
  }
  throw new ConfigError([`${path}: holds no token of ours; accepted: the file as it was made, or none (a new one is made)`]);
}

/** Written whole under another name first: a reader never sees half a token, and of two processes the first one's token stays. */
function makeToken(dataDir: string): string {
  const path = pathIn(dataDir);
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
  const token = readLocalToken(dataDir);
  if (token === undefined) throw new ConfigError([`${path}: was removed while the service started; accepted: a folder of its own`]);
  return token;
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'operator-token');
}
