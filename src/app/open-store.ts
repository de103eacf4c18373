import { accessSync, constants } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { createFileDisk } from '../platform/disk/file-disk.ts';
import type { Log } from '../platform/log/log.ts';
import type { OnWrongDocument } from '../platform/store/record-document.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import { createSqliteStore } from '../platform/store/sqlite/sqlite-store.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';
import { type StoreWatch, watchStore } from './watch-store.ts';

/** Maximum number of log lines about unreadable documents that one process writes during its whole run. */
const MOST_TOLD = 1_000;

export type OpenStore = {
  readonly actors: ActorStore;
  readonly records: RecordStore;
  readonly close: () => Promise<void>;
  /** Kind and location of the store in a human-readable text without credentials. */
  readonly description: string;
  /** The disk that holds the store; null when the store is on another machine. */
  readonly disk: Disk | null;
  /** Whether other nodes may use the store at the same time. */
  readonly isShared: boolean;
};

/** The store of a running node, with a watch that notices when the store refuses writes. */
export type WatchedStore = OpenStore & { readonly watch: StoreWatch };

/**
 * Opens the store that the settings select.
 * @throws CoxswainError with a one-line explanation
 */
export async function openStore(
  config: Config,
  deps: {
    readonly clock: Clock /** Reports stored documents that cannot be read. */;
    readonly log: Log;
    readonly count: (collection: string) => void;
  },
): Promise<WatchedStore> {
  return watchStore(await openStoreAt(storeUrlOf(config), deps.clock, tellWrongDocuments(deps)), deps);
}

/**
 * Counts every read of an unreadable document, but logs each document only once, because every read of a page of documents that contains it
 * finds it again.
 */
export function tellWrongDocuments({ log, count }: { readonly log: Log; readonly count: (collection: string) => void }): OnWrongDocument {
  const told = new Set<string>();
  return (collection, error) => {
    count(collection);
    const key = `${collection} ${error instanceof Error ? error.message : String(error)}`;
    if (told.has(key) || told.size >= MOST_TOLD) return;
    told.add(key);
    log.error('Unreadable document ignored: restore it from a backup, or delete it', { collection, error });
  };
}

/** Returns the store's URL: MONGODB_URL, or by default `sqlite:PATH` in the data folder. */
export function storeUrlOf(config: Config): string {
  return config.mongodbUrl ?? `sqlite:${join(config.dataDir, 'coxswain.db')}`;
}

/**
 * Opens a store by its URL: `sqlite:PATH` or `mongodb://...`.
 * @throws TerminalError `store-unwritable`, `store-url-invalid`, `store-unreachable`
 */
export async function openStoreAt(url: string, clock: Clock, onWrong?: OnWrongDocument): Promise<OpenStore> {
  if (url.startsWith('sqlite:')) return openSqlite(resolve(url.slice('sqlite:'.length)), clock, onWrong);
  if (/^mongodb(\+srv)?:/.test(url)) {
    // The MongoDB driver is loaded on demand, because loading it takes a seventh of the start time.
    const { createMongoStore } = await import('../platform/store/mongo/mongo-store.ts');
    return {
      ...(await createMongoStore({ url, clock, onWrong })),
      description: `MongoDB at ${withoutCredentials(url)}`,
      disk: null,
      isShared: true,
    };
  }
  const message = `"${withoutCredentials(url)}" is not the address of a store. Accepted: sqlite:PATH, or a MongoDB address (mongodb:).`;
  throw new TerminalError({ code: 'store-url-invalid', message });
}

/** Removes the credentials and the options from a store's URL, because both may contain secrets. */
function withoutCredentials(url: string): string {
  return url.replace(/\/\/.*@/, '//').replace(/\?.*$/, '');
}

function openSqlite(path: string, clock: Clock, onWrong: OnWrongDocument | undefined): OpenStore {
  const folder = dirname(path);
  try {
    makePrivateFolder(folder);
    accessSync(folder, constants.W_OK);
    makePrivateFile(path);
  } catch (cause) {
    const message = `The data folder ${folder} is not writable. Set DATA_DIR to a writable folder.`;
    throw new TerminalError({ code: 'store-unwritable', message, cause });
  }
  const disk = createFileDisk({ folder, storePath: path });
  return { ...createSqliteStore({ path, clock, onWrong }), description: `SQLite at ${path}`, disk, isShared: false };
}
