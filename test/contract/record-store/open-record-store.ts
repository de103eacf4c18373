import type { RecordStore } from '../../../src/platform/store/record-store.ts';

/** A store for one test, with a clock that `setNow` sets. */
export type OpenRecordStore = AsyncDisposable & {
  readonly store: RecordStore;
  setNow(nowMs: number): void;
  /** Replaces the stored text of a document without using the store. */
  rewrite(collection: string, id: string, text: string): void | Promise<void>;
  /** Collections of the documents that were reported as unreadable. */
  readonly wrong: readonly string[];
};
export type Opening = OpenRecordStore | Promise<OpenRecordStore>;
