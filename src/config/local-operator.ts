import { readOrMakeSecret, readSecret } from './private-secret.ts';
import type { ProcessSettings } from './process-settings.ts';

/** Name of the operator whose token a node creates in its data folder. Anybody who can read that folder can act under this name. */
const LOCAL_OPERATOR = 'local';

/**
 * Returns settings with at least one operator. When OPERATOR_TOKEN is not set, the operator's token is read from `DATA_DIR/operator-token`,
 * and this file is created if it is missing.
 */
export function withLocalOperator<T extends Pick<ProcessSettings, 'operators' | 'readers' | 'dataDir'>>(config: T): T {
  if (config.operators.length > 0) return config;
  const token = readOrMakeSecret(config.dataDir, 'operator-token');
  const isTaken = config.readers.some(({ name }) => name === LOCAL_OPERATOR);
  return { ...config, operators: [{ name: isTaken ? `${LOCAL_OPERATOR}-operator` : LOCAL_OPERATOR, token }] };
}

/**
 * Reads the operator's token that a node created in its data folder; undefined when the folder contains none. @throws ConfigError when the
 * token's file contains anything but a token, or cannot be read
 */
export function readLocalToken(dataDir: string): string | undefined {
  return readSecret(dataDir, 'operator-token');
}
