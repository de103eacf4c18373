import type { CollectionSpec, RecordCollection, RecordStore } from '../../platform/store/record-store.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Store } from './migrate-stores.ts';

/**
 * Number of times that a read is attempted before the store counts as unavailable. All attempts together, including their time-outs, take
 * some minutes.
 */
const ATTEMPTS = 20;
const PAUSE_MS = 1_000;

export type Patience = { readonly attempts?: number; readonly pause?: () => Promise<unknown> };

/**
 * Wraps a store so that reads that time out are repeated. Unlike a node, which must answer its clients soon, a migration can wait for a
 * busy store. Writes are not repeated: the next run of the migration reads from the target whether they succeeded.
 */
export function patientStore({ actors, records }: Store, patience: Patience = {}): Store {
  return { actors: patientActors(actors, patience), records: patientRecords(records, patience) };
}

function patientActors(store: ActorStore, patience: Patience): ActorStore {
  return {
    ...store,
    load: (...read) => patiently(() => store.load(...read), patience),
    list: (...read) => patiently(() => store.list(...read), patience),
    history: (...read) => patiently(() => store.history(...read), patience),
    historyAt: (...read) => patiently(() => store.historyAt(...read), patience),
    counts: () => patiently(() => store.counts(), patience),
  };
}

function patientRecords(store: RecordStore, patience: Patience): RecordStore {
  return {
    ...store,
    collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T> {
      const collection = store.collection<T>(spec);
      return {
        ...collection,
        getMany: (...read) => patiently(() => collection.getMany(...read), patience),
        count: (...read) => patiently(() => collection.count(...read), patience),
        scan: (...read) => patiently(() => collection.scan(...read), patience),
      };
    },
  };
}

async function patiently<T>(read: () => Promise<T>, { attempts = ATTEMPTS, pause = () => Bun.sleep(PAUSE_MS) }: Patience): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof RetryableError) || attempt >= attempts) throw error;
    }
    await pause();
  }
}
