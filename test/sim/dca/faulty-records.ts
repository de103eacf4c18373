import type { RecordCollection, RecordStore } from '../../../src/platform/store/record-store.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import type { JsonObject } from '../../../src/values/json.ts';

/** Creates a record store that sometimes fails: before a call has any effect or, for writes, after the write. */
export function createFaultyRecords(inner: RecordStore, random: () => number, trouble: () => number): RecordStore {
  const lost = () => new RetryableError({ code: 'store-unavailable', message: 'The store did not answer (an injected fault).' });
  const faulty =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const dice = random();
      if (dice < trouble() * 0.02) throw lost();
      const result = await call(...args);
      if (dice < trouble() * 0.04) throw lost();
      return result;
    };
  return {
    collection<T extends JsonObject>(spec: Parameters<RecordStore['collection']>[0]): RecordCollection<T> {
      const kept = inner.collection<T>(spec);
      return {
        ...kept,
        get: faulty(kept.get),
        insert: faulty(kept.insert),
        put: faulty(kept.put),
        update: faulty(kept.update),
        remove: faulty(kept.remove),
        find: faulty(kept.find),
        findOne: faulty(kept.findOne),
      };
    },
  };
}
