import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { ConfigError } from './config-error.ts';
import type { ProcessSettings } from './process-settings.ts';

/** The operator name for the token in the data folder: anybody who can read that folder. */
const LOCAL_OPERATOR = 'local';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns settings with at least one operator. Without OPERATOR_TOKEN, the operator's token is in `DATA_DIR/operator-token`; the file is
 * created if missing.
 */
export function withLocalOperator<T extends Pick<ProcessSettings, 'operators' | 'readers' | 'dataDir'>>(config: T): T {
  if (config.operators.length > 0) return config;
  const token = readLocalToken(config.dataDir) ?? makeToken(config.dataDir);
  const isTaken = config.readers.some(({ name }) => name === LOCAL_OPERATOR);
  return { ...config, operators: [{ name: isTaken ? `${LOCAL_OPERATOR}-operator` : LOCAL_OPERATOR, token }] };
}

/** Reads the token that a node created in this data folder. @throws ConfigError when the file contains something else or cannot be read */
export function readLocalToken(dataDir: string): string | undefined {
  const path = pathIn(dataDir);
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (TOKEN.test(token)) return token;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw new ConfigError([`${path}: cannot be read; accepted: a file that the user of this process may read`]);
  }
  throw new ConfigError([
    `${path}: does not contain a valid token; accepted: the file as the service wrote it, or no file (a new one is created)`,
  ]);
}

/**
 * Creates the token file under another name first and then links it, so that no process reads half a token, and the first of two processes
 * wins.
 */
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
  if (token === undefined)
    throw new ConfigError([`${path}: was removed while the service started; accepted: a data folder that nothing else changes`]);
  return token;
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'operator-token');
}
