import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import { createSqliteStore } from '../platform/store/sqlite/sqlite-store.ts';
import type { ActorStore } from '../runtime/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';

export type OpenStore = {
  readonly actors: ActorStore;
  readonly records: RecordStore;
  readonly close: () => Promise<void>;
  /** For a person: what it is and where. */
  readonly description: string;
};

/** Opens the store that the settings name. @throws TerminalError with one line that says what is wrong */
export function openStore(config: Config, clock: Clock): OpenStore {
  const folder = config.dataDir;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const message = `The data folder ${folder} cannot be written. Set DATA_DIR to a folder that can.`;
    throw new TerminalError({ code: 'store-unwritable', message, cause });
  }
  const path = join(folder, 'coxswain.db');
  return { ...createSqliteStore({ path, clock }), description: `SQLite at ${path}` };
}
